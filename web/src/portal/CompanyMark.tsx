import classes from './portal.module.css'

/** A company's logo and name. `dense`: for a grid row. */
export function CompanyMark({ name, logo, dense = false }: { name: string; logo: string | null; dense?: boolean }) {
  return (
    <span className={classes.mark} data-dense={dense || undefined}>
      {logo && <img src={logo} alt="" className="bordee-logo" />}
      <span title={dense ? name : undefined}>{name}</span>
    </span>
  )
}
