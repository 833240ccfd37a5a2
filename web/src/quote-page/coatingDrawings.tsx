// Pictures of the coatings of a driveway, seen from above with snow in one corner.
import type { ReactNode } from 'react'

/** Seeded, so that the grains don't change from one render to the next. */
function grains(count: number, seed: number): { x: number; y: number; size: number }[] {
  let state = seed
  const next = () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: count }, () => ({ x: next() * 120, y: next() * 84, size: next() }))
}

const Ground = ({ color, children }: { color: string; children?: ReactNode }) => (
  <svg className="picture" viewBox="0 0 120 84" aria-hidden="true">
    <rect width="120" height="84" fill={color} />
    {children}
    <path d="M120 50Q104 52 100 64T78 84H120z" fill="#fff" />
    <path d="M120 57Q109 59 106 69T90 84H120z" fill="#EAF2F5" />
  </svg>
)

const Specks = ({ count, seed, colors, most }: { count: number; seed: number; colors: [string, string]; most: number }) =>
  grains(count, seed).map(({ x, y, size }) => (
    <circle key={`${x}`} cx={x} cy={y} r={0.5 + size * most} fill={size > 0.5 ? colors[0] : colors[1]} />
  ))

const Gravel = () => (
  <Ground color="#B9BDBB">
    {grains(150, 71).map(({ x, y, size }) => (
      <ellipse
        key={`${x}`}
        cx={x}
        cy={y}
        rx={2.4 + size * 2.6}
        ry={1.8 + size * 1.8}
        transform={`rotate(${size * 180} ${x} ${y})`}
        fill={['#8F9794', '#D6D9D7', '#A79F92', '#E6E7E5'][Math.floor(size * 4)]}
      />
    ))}
  </Ground>
)

const rows = [0, 1, 2, 3, 4, 5]
const PavingStones = () => (
  <Ground color="#7A6A62">
    {rows.flatMap((row) =>
      [-1, 0, 1, 2, 3, 4].map((column) => (
        <rect
          key={`${row}${column}`}
          x={column * 26 + (row % 2) * 13}
          y={row * 14 + 1}
          width="24"
          height="12"
          rx="1.5"
          fill={['#B48C78', '#A67C69', '#C09C88'][(row * 2 + column + 3) % 3]}
        />
      )),
    )}
  </Ground>
)

const Concrete = () => (
  <Ground color="#D3D7D6">
    <Specks count={70} seed={5} colors={['#C3C8C7', '#DFE3E2']} most={0.9} />
    <path d="M0 42H120M40 0V84M80 0V84" stroke="#A4ABAA" strokeWidth="1.6" />
    <path d="M0 43.200H120M41.200 0V84M81.200 0V84" stroke="#fff" strokeWidth=".8" />
  </Ground>
)

const Rock = () => (
  <Ground color="#5F6A6B">
    <path d="M0 0H38L44 22 20 34 0 26z" fill="#8A9596" />
    <path d="M41 0H84L78 26 47 22z" fill="#9DA7A7" />
    <path d="M87 0H120V30L96 36 81 27z" fill="#7F8A8C" />
    <path d="M0 29L20 37 28 60 0 66z" fill="#A5AEAE" />
    <path d="M23 36L46 25 76 29 66 56 31 60z" fill="#848F91" />
    <path d="M79 30L95 39 102 64 70 57z" fill="#98A2A3" />
    <path d="M0 69L29 63 40 84H0z" fill="#7B8688" />
    <path d="M32 63L67 59 84 84H43z" fill="#A0AAAA" />
    <path d="M99 39L120 33V84H88L104 66z" fill="#8D9899" />
  </Ground>
)

const OtherGround = () => (
  <Ground color="#EEF3F2">
    {[30, 60, 90].map((x) => (
      <circle key={x} cx={x} cy="42" r="6" fill="#17504A" opacity=".55" />
    ))}
  </Ground>
)

export const coatingDrawings: Record<string, ReactNode> = {
  asphalt: (
    <Ground color="#4A5356">
      <Specks count={160} seed={11} colors={['#5E686B', '#3A4245']} most={1} />
    </Ground>
  ),
  dirt: (
    <Ground color="#8A6B4C">
      <Specks count={120} seed={29} colors={['#735738', '#A08160']} most={2} />
      <path d="M0 30Q40 22 120 34M0 58Q50 50 120 62" stroke="#6B5034" strokeOpacity=".5" strokeWidth="5" fill="none" />
    </Ground>
  ),
  gravel: <Gravel />,
  'paving-stones': <PavingStones />,
  concrete: <Concrete />,
  rock: <Rock />,
  other: <OtherGround />,
}
