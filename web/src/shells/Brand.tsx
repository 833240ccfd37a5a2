import classes from './Brand.module.css'

export function Brand({ light = false }: { light?: boolean }) {
  return (
    <span className={classes.brand} data-light={light || undefined}>
      <img src="/icon.svg" width={32} height={32} alt="" />
      Bordée
    </span>
  )
}
