import classes from './portal.module.css'

/** A company's logo and name. */
export function CompanyMark({ name, logo }: { name: string; logo: string | null }) {
  return (
    <span className={classes.mark}>
      {logo && <img src={logo} alt="" />}
      <span>{name}</span>
    </span>
  )
}
