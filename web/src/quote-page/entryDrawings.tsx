// Pictures of entries: from above for size, from the side for slope. Cleared ground is grey, the rest is snow.
import type { ReactNode } from 'react'

const Picture = ({ children }: { children: ReactNode }) => (
  <svg className="picture" viewBox="0 0 120 84" aria-hidden="true">
    {children}
  </svg>
)

/** A car seen from above, its hood towards the house. */
const Car = ({ x, y, color }: { x: number; y: number; color: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="12" height="23" rx="4" fill={color} />
    <path d="M2 8.5Q6 5.5 10 8.5L9.2 11.5H2.8z" fill="#fff" opacity=".75" />
    <path d="M2.8 18H9.2L10 20.5Q6 22 2 20.5z" fill="#fff" opacity=".45" />
  </g>
)

const carColors = ['#B3372B', '#2F6F9F', '#E8960C', '#53686B']

/** A lot under snow: the house above, the street below. */
const Lot = ({ children }: { children: ReactNode }) => (
  <Picture>
    <rect width="120" height="84" fill="#F4F8F9" />
    <path d="M0 58q20-7 44 0t76-3v16H0z" fill="#E3ECEE" />
    {children}
    <rect y="70" width="120" height="14" fill="#7C8C90" />
    <path d="M4 77H116" stroke="#fff" strokeWidth="1.6" strokeDasharray="9 7" />
  </Picture>
)

const Roof = ({ x, width }: { x: number; width: number }) => (
  <g>
    <rect x={x} y="6" width={width} height="24" rx="1.5" fill="#17504A" />
    <path
      d={`M${x} 6l11 12h${width - 22}l11-12M${x} 30l11-12M${x + width} 30l-11-12`}
      stroke="#fff"
      strokeOpacity=".55"
      strokeWidth="1.3"
      fill="none"
    />
  </g>
)

const Tree = ({ x, y }: { x: number; y: number }) => (
  <g>
    <circle cx={x} cy={y} r="6.5" fill="#2D7A6E" />
    <circle cx={x - 1.5} cy={y - 1.5} r="3" fill="#fff" opacity=".8" />
  </g>
)

function Straight({ cars }: { cars: number }) {
  const width = cars * 16 + 4
  const left = (120 - width) / 2
  return (
    <Lot>
      <Roof x={24} width={72} />
      <rect x={left} y="30" width={width} height="41" fill="#A9B6B9" />
      <path d={`M${left} 30v40M${left + width} 30v40`} stroke="#fff" strokeWidth="2.5" />
      {carColors.slice(0, cars).map((color, i) => (
        <Car key={color} x={left + 4 + i * 16} y={37} color={color} />
      ))}
      {cars < 3 && <Tree x={14} y={46} />}
      {cars < 4 && <Tree x={107} y={50} />}
    </Lot>
  )
}

const Circular = () => (
  <Lot>
    <Roof x={30} width={60} />
    <path d="M24 71V58Q24 38 60 38T96 58V71" stroke="#fff" strokeWidth="20" fill="none" />
    <path d="M24 71V58Q24 38 60 38T96 58V71" stroke="#A9B6B9" strokeWidth="15" fill="none" />
    <Tree x={60} y={58} />
    <g transform="rotate(90 60 38)">
      <Car x={54} y={26.5} color="#B3372B" />
    </g>
  </Lot>
)

const OtherShape = () => (
  <Lot>
    <Roof x={14} width={50} />
    <path d="M34 71V46Q34 40 40 40H104V22H80" stroke="#17504A" strokeWidth="2.5" strokeDasharray="5 4" strokeLinecap="round" fill="none" />
    <path d="M56 71V60H110" stroke="#17504A" strokeWidth="2.5" strokeDasharray="5 4" strokeLinecap="round" fill="none" />
    <Car x={84} y={36} color="#2F6F9F" />
  </Lot>
)

export const sizeDrawings: Record<string, ReactNode> = {
  simple: <Straight cars={1} />,
  double: <Straight cars={2} />,
  triple: <Straight cars={3} />,
  quadruple: <Straight cars={4} />,
  circulars: <Circular />,
  other: <OtherShape />,
}

/** Side view from the street, on the left, up to the house. */
function Side({ rise }: { rise: number }) {
  const [street, house] = [52 + rise / 2, 52 - rise / 2]
  const tilt = (Math.atan2(-rise, 50) * 180) / Math.PI
  return (
    <Picture>
      <rect width="120" height="84" fill="#EAF2F5" />
      <circle cx="20" cy="15" r="6" fill="#fff" />
      <path d={`M0 ${street}H28L78 ${house}H120V84H0z`} fill="#D3E0E2" />
      <path d={`M0 ${street}H28`} stroke="#7C8C90" strokeWidth="4" />
      <path d={`M28 ${street}L78 ${house}`} stroke="#A9B6B9" strokeWidth="4" />
      <g transform={`translate(82 ${house})`}>
        <rect y="-22" width="28" height="22" fill="#17504A" />
        <path d="M-4-21L14-36 32-21z" fill="#12403C" />
        <path d="M-4-21L14-36 32-21" stroke="#fff" strokeWidth="3" fill="none" strokeLinejoin="round" />
        <rect x="5" y="-16" width="7" height="7" fill="#F5C463" />
        <rect x="17" y="-14" width="7" height="14" fill="#E8F2F0" />
      </g>
      <g transform={`translate(53 ${52}) rotate(${tilt})`}>
        <path d="M-13-5Q-12-9-7-9L-3-14H6L10-9Q13-9 13-5V-4H-13z" fill="#E8960C" />
        <path d="M-1-12H1V-9H-4zM3-12H5L7.500-9H3z" fill="#fff" opacity=".8" />
        <circle cx="-7" cy="-4" r="3" fill="#16282B" />
        <circle cx="7" cy="-4" r="3" fill="#16282B" />
      </g>
    </Picture>
  )
}

export const slopeDrawings: Record<string, ReactNode> = {
  flat: <Side rise={0} />,
  ascendent: <Side rise={24} />,
  descending: <Side rise={-24} />,
}
