import { cancellationDetails } from '@bordee/core/alerts/ending.ts'
import type { HomeParts, OpenOperation } from '@bordee/core/home/home.ts'
import { type ReplyKind, replyKindNames } from '@bordee/core/replies/reply.ts'
import { count } from '@bordee/core/text.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { sitesInState, tabOf } from '../operations/boardLinks.ts'
import { unreadReplies } from '../replies/repliesList.ts'
import { type Door, only } from '../ui/gridLink.ts'
import { Hint } from '../ui/words.tsx'
import classes from './home.module.css'
import { Part } from './Part.tsx'

interface Line {
  count: number
  words: string
  tone?: 'bad'
  link: Door
}

const otherThanDamage = (Object.keys(replyKindNames) as ReplyKind[]).filter((kind) => kind !== 'damage')

const notByHand = cancellationDetails.filter((detail) => detail !== 'stopped')

const to = (path: string, search: object): Door => ({ to: path, search })

function linesOf(
  { replies, damages, stoppedSends, quotes, declinedContracts, disputes, ceilings }: HomeParts['waiting'],
  operations: readonly OpenOperation[],
): Line[] {
  return [
    ...operations.flatMap(({ id, requestsCount, redoCount }): Line[] => [
      { count: requestsCount, words: count(requestsCount, 'demande de passage', 'demandes de passage'), link: tabOf(id) },
      { count: redoCount, words: count(redoCount, 'arrêt à reprendre', 'arrêts à reprendre'), link: sitesInState(id, 'redo') },
    ]),
    {
      count: damages,
      words: count(damages, 'dommage signalé', 'dommages signalés'),
      tone: 'bad',
      link: unreadReplies(['damage']),
    },
    { count: replies, words: count(replies, 'réponse non lue', 'réponses non lues'), link: unreadReplies(otherThanDamage) },
    {
      count: disputes,
      words: count(disputes, 'paiement contesté', 'paiements contestés'),
      tone: 'bad',
      link: to('/dashboard/contracts/history', only('contract-history', { event: { oneOf: ['dispute'] } })),
    },
    {
      count: stoppedSends,
      words: count(stoppedSends, 'envoi arrêté avant la fin', 'envois arrêtés avant la fin'),
      tone: 'bad',
      link: to('/dashboard/alerts/history', only('alert-history', { status: { oneOf: ['stopped'] }, detail: { oneOf: notByHand } })),
    },
    {
      count: quotes,
      words: count(quotes, 'demande de soumission', 'demandes de soumission'),
      link: to('/dashboard/quotes/requests/list', only('quotes', { status: { oneOf: ['new'] } })),
    },
    {
      count: declinedContracts,
      words: count(declinedContracts, 'contrat refusé', 'contrats refusés'),
      link: to('/dashboard/contracts/list', { ...(only('contracts', { status: { oneOf: ['declined'] } }) as object), season: 'current' }),
    },
    {
      count: ceilings,
      words: `${count(ceilings, 'contrat')} à 80\u00a0% de son plafond ou plus`,
      link: to('/dashboard/season/snow', {}),
    },
  ]
}

export function WaitingPart({ waiting, operations }: { waiting: HomeParts['waiting']; operations: readonly OpenOperation[] }) {
  const lines = linesOf(waiting, operations).filter((line) => line.count > 0)
  return (
    <Part title="À traiter">
      {lines.length === 0 && <Hint>Rien à traiter.</Hint>}
      <ul className={classes.lines}>
        {lines.map(({ words, tone, link }) => (
          <li key={words} data-tone={tone}>
            <Link {...(link as { to: string })}>
              <span>{words}</span>
              <IconChevronRight size={16} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
