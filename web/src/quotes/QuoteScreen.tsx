import type { QuoteRequest } from '@bordee/core/quotes/quote-request.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { Alert, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { QuoteEditor } from './QuoteEditor.tsx'
import { QuoteFacts } from './QuoteFacts.tsx'
import { isUnmatched } from './unmatched.ts'
import { useLiveQuotes } from './useLiveQuotes.ts'

// quotes/requests/edit/:id: a request and the office's work on it; with `?unmatched=true`, a read-only request that
// reached no company.
export function QuoteScreen() {
  const { id } = useParams({ from: '/dashboard/quotes/requests/edit/$id' })
  const unmatched = useSearch({ strict: false, select: isUnmatched })
  return unmatched ? <Unmatched key={id} id={id} /> : <Own key={id} id={id} />
}

function Own({ id }: { id: string }) {
  const quote = useCall(quoteCalls.getQuote, { id })
  useLiveQuotes()
  return (
    <Loaded query={quote} pick={itself} what="Demande" home="/dashboard/quotes/requests/list">
      {(found) => <QuoteEditor quote={found} />}
    </Loaded>
  )
}

function Unmatched({ id }: { id: string }) {
  const quotes = useCall(quoteCalls.listQuotes, { unmatched: true })
  return (
    <Loaded query={quotes} pick={(list) => list.find((one) => one.id === id)} what="Demande" home="/dashboard/quotes/requests/list">
      {(found) => <Read quote={found} />}
    </Loaded>
  )
}

function Read({ quote }: { quote: QuoteRequest }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={`${quote.firstname} ${quote.lastname}`}
        description={quote.address}
        onBack={() => void navigate({ to: '/dashboard/quotes/requests/list', search: { unmatched: true } as never })}
      />
      <Stack>
        <Alert color="amber" icon={<IconInfoCircle />}>
          Aucune compagnie ne dessert cette adresse. La demande est gardée quelque temps, puis effacée.
        </Alert>
        <QuoteFacts quote={quote} />
      </Stack>
    </>
  )
}
