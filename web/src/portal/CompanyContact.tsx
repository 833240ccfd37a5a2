import { formatPhone } from '@bordee/core/phone.ts'
import { IconMail, IconPhone } from '@tabler/icons-react'
import classes from './portal.module.css'

export function CompanyContact({ phone, email }: { phone: string | null; email: string | null }) {
  return (
    <p className={classes.contact}>
      {phone && (
        <a href={`tel:${phone}`}>
          <IconPhone size={18} aria-hidden />
          {formatPhone(phone)}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`}>
          <IconMail size={18} aria-hidden />
          {email}
        </a>
      )}
    </p>
  )
}
