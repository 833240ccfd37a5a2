import type { Client } from '@bordee/core/clients/client.ts'
import { formatPhone } from '@bordee/core/phone.ts'

export const PhoneLink = ({ phone, post }: Pick<Client, 'phone' | 'post'>) =>
  phone && <a href={`tel:${phone}`}>{[formatPhone(phone), post && `poste ${post}`].filter(Boolean).join(', ')}</a>

export const EmailLink = ({ email }: Pick<Client, 'email'>) => email && <a href={`mailto:${email}`}>{email}</a>
