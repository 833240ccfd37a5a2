import { type Hit, type HitKind, searchCalls } from '@bordee/core/search/search.calls.ts'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconFileDollar,
  IconMap2,
  IconMapPin,
  IconPolygon,
  IconShieldHalf,
  IconSnowflake,
  IconTruck,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../calls.ts'
import type { Command } from '../ui/CommandPalette.tsx'

/** How long typing must pause before we ask the server, in milliseconds. */
const patience = 200

const kinds: Record<HitKind, { group: string; icon: ReactNode; pathOf: (hit: Hit) => string }> = {
  client: { group: 'Clients', icon: <IconUser size={18} />, pathOf: ({ id }) => `/dashboard/client-folders/edit/${id}/client` },
  site: {
    group: 'Points de service',
    icon: <IconMapPin size={18} />,
    pathOf: ({ id, clientId }) => `/dashboard/client-folders/edit/${clientId}/sites/edit/${id}`,
  },
  occupant: {
    group: 'Occupants',
    icon: <IconUsersGroup size={18} />,
    pathOf: ({ clientId }) => `/dashboard/client-folders/edit/${clientId}/occupants`,
  },
  claim: { group: 'Réclamations', icon: <IconShieldHalf size={18} />, pathOf: ({ id }) => `/dashboard/claims/edit/${id}` },
  invoice: {
    group: 'Factures',
    icon: <IconFileDollar size={18} />,
    pathOf: ({ id }) => `/dashboard/invoicing/invoices/${id}`,
  },
  route: { group: 'Trajets', icon: <IconMap2 size={18} />, pathOf: ({ id }) => `/dashboard/geolocation/routes/edit/${id}` },
  operation: { group: 'Opérations', icon: <IconSnowflake size={18} />, pathOf: ({ id }) => `/dashboard/operations/${id}` },
  run: { group: 'Tournées en cours', icon: <IconTruck size={18} />, pathOf: ({ id }) => `/dashboard/geolocation/run-tracking/${id}` },
  sector: { group: 'Secteurs', icon: <IconPolygon size={18} />, pathOf: ({ id }) => `/dashboard/alerts/sectors/sector/${id}` },
}

/** The server's hits for a text. Answers are cached by text, so a late one never shows for another text. */
export function useFound(typed: string): { found: Command[]; isSearching: boolean; hasFailed: boolean } {
  const navigate = useNavigate()
  const text = typed.trim().slice(0, 100)
  const [debouncedText] = useDebouncedValue(text, patience)
  const isLongEnough = text.length > 1
  const answer = useCall(searchCalls.search, debouncedText.length > 1 ? { text: debouncedText } : 'not yet', { what: null })
  const isAnswered = isLongEnough && text === debouncedText
  return {
    isSearching: isLongEnough && (text !== debouncedText || answer.isPending),
    hasFailed: isAnswered && answer.isError,
    found: (isAnswered ? (answer.data ?? []) : []).map((hit) => {
      const { group, icon, pathOf } = kinds[hit.kind]
      return { id: hit.id, label: hit.title, description: hit.detail, group, icon, run: () => void navigate({ to: pathOf(hit) }) }
    }),
  }
}
