import { type Client, clientStatusNames } from '@bordee/core/clients/client.ts'
import { type Site, siteStatusNames } from '@bordee/core/sites/site.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<Client['status'], StatusTone> = {
  active: 'good',
  partialy_active: 'info',
  not_geocoded: 'attention',
  inactive: 'neutral',
}

export const ClientStatus = ({ status }: { status: Client['status'] }) => <Status tone={tones[status]}>{clientStatusNames[status]}</Status>

export const SiteStatus = ({ status }: { status: Site['status'] }) => <Status tone={tones[status]}>{siteStatusNames[status]}</Status>
