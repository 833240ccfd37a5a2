/** Opens the phone's own dialler. */
export function CallOffice({ phone }: { phone: string | undefined }) {
  if (!phone) return null
  return (
    <a className="button" href={`tel:+1${phone}`}>
      ☎&nbsp;Bureau
    </a>
  )
}
