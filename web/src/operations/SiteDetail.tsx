import type { OperationSite } from '@bordee/core/operations/board.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { Photos } from '../photos/Photos.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Status } from '../ui/Status.tsx'
import { DrawerTitle, Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { momentIn, siteStateName, siteTones } from './boardWords.ts'

/** One site of an operation: its passes, and what was photographed since the operation opened. */
export function SiteDetail({ site, openedAt }: { site: OperationSite; openedAt: string }) {
  const zone = useZone()
  const photos = useCall(photoCalls.listPhotos, { siteId: site.siteId, from: openedAt }, { what: null })
  return (
    <Stack>
      <div>
        <DrawerTitle>{site.siteAddress}</DrawerTitle>
        <Hint>{site.customerName}</Hint>
      </div>
      <Facts
        facts={{
          État: <Status tone={siteTones[site.state]}>{siteStateName(site)}</Status>,
          Raison: [site.reason && notDoneReasonNames[site.reason], site.note].filter(Boolean).join(' · '),
          Passages: site.passes.length > 0 && (
            <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {site.passes.map(({ id, runId, kind, at, userName }) => (
                <li key={id}>
                  <Link to="/dashboard/geolocation/runs/{-$id}" params={{ id: runId }}>
                    {momentIn(zone, at, openedAt)} · {runKindNames[kind]}
                  </Link>
                  {userName && ` · ${userName}`}
                </li>
              ))}
            </ul>
          ),
          Photos: photos.data && photos.data.length > 0 && <Photos photos={photos.data} />,
        }}
      />
    </Stack>
  )
}
