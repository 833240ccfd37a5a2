import classes from './Brand.module.css'

export function Brand({ light = false }: { light?: boolean }) {
  return (
    <span className={classes.brand} data-light={light || undefined}>
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill={light ? '#0E3733' : '#17504A'} />
        <g stroke="#fff" strokeWidth="2" strokeLinecap="round">
          <path d="M16 7v18M8.2 11.5l15.6 9M8.2 20.5l15.6-9" />
          <path d="M13.5 8.5 16 11l2.5-2.5M13.5 23.5 16 21l2.5 2.5" fill="none" />
        </g>
        <circle cx="16" cy="16" r="2.6" fill="#E8960C" />
      </svg>
      Bordée
    </span>
  )
}
