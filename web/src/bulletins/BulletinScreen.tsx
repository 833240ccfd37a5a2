import { type BulletinDesk, type BulletinPost, bulletinPath, bulletinTitles, momentInWords } from '@bordee/core/bulletins/bulletin.ts'
import { bulletinCalls } from '@bordee/core/bulletins/bulletins.calls.ts'
import { Button } from '@mantine/core'
import { IconExternalLink, IconSettings, IconSpeakerphone } from '@tabler/icons-react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useLive } from '../live.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { EmptyState, PageHeader } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { BulletinWriter } from './BulletinWriter.tsx'
import classes from './bulletins.module.css'

/** An automatic bulletin also changes with the time. */
const readEveryMs = 60_000

// bulletin: what the public page says, and writing it in two taps.
export function BulletinScreen() {
  const desk = useCall(bulletinCalls.getBulletins, {}, { refetchInterval: () => readEveryMs })
  useLive('bulletins', () => desk.refetch(), { isUnderWay: false })
  const maySet = useCan()(bulletinCalls.updateBulletinConfig)
  const page = desk.data?.isOn && bulletinPath(desk.data.address)
  return (
    <>
      <PageHeader
        title="Bulletin"
        description="Ce que vos clients lisent sur votre page publique."
        actions={
          <>
            {maySet && (
              <LinkButton to="/dashboard/bulletin/settings" variant="default" leftSection={<IconSettings size={17} />}>
                Paramètres
              </LinkButton>
            )}
            {page && (
              <Button component="a" href={page} target="_blank" variant="default" leftSection={<IconExternalLink size={17} />}>
                Voir la page
              </Button>
            )}
          </>
        }
      />
      <Loaded query={desk} pick={itself} what="Bulletin" home="/dashboard">
        {(found) => (found.isOn ? <Desk desk={found} /> : <Off maySet={maySet} />)}
      </Loaded>
    </>
  )
}

function Off({ maySet }: { maySet: boolean }) {
  return (
    <EmptyState
      card
      icon={<IconSpeakerphone />}
      title="Votre bulletin n’est pas publié"
      description={
        'Une page à votre nom dit à vos clients où en est le déneigement, même quand toute la ville la lit en même temps. ' +
        (maySet ? 'Choisissez son adresse pour la publier.' : 'Un propriétaire peut la publier dans les paramètres.')
      }
      action={maySet && <LinkButton to="/dashboard/bulletin/settings">Publier un bulletin</LinkButton>}
    />
  )
}

function Desk({ desk }: { desk: BulletinDesk }) {
  return (
    <div className={classes.desk}>
      <Now desk={desk} />
      <BulletinWriter desk={desk} />
      <History posts={desk.posts} />
    </div>
  )
}

function Now({ desk: { current, areas, isAutomatic } }: { desk: BulletinDesk }) {
  const zone = useZone()
  const saidAt = (at: string) => `Mis à jour ${momentInWords(at, zone, new Date())}`
  return (
    <section className={`${classes.part} bordee-card`} aria-label="En ce moment">
      <p className={classes.state}>{bulletinTitles[current.state]}</p>
      {current.text && <p className={classes.text}>{current.text}</p>}
      <Hint>
        {saidAt(current.updatedAt)}
        {isAutomatic && ' · Le bulletin automatique suit vos tournées; il attend deux heures après ce que vous écrivez.'}
      </Hint>
      {areas.length > 0 && (
        <ul className={classes.areas} aria-label="Par secteur">
          {areas.map(({ id, name, state, text }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span>
                {bulletinTitles[state]}
                {text && <small>{text}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function History({ posts }: { posts: readonly BulletinPost[] }) {
  const zone = useZone()
  return (
    <section className={`${classes.part} bordee-card`} aria-label="Les 30 derniers jours">
      <SectionTitle>Les 30 derniers jours</SectionTitle>
      {posts.length === 0 && <Hint>Rien n’a encore été publié.</Hint>}
      <ul className={classes.history}>
        {posts.map((post) => (
          <li key={post.id}>
            <time dateTime={post.createdAt}>{capital(momentInWords(post.createdAt, zone, new Date()))}</time>
            <span>
              <strong>
                {post.areaName && `${post.areaName}\u00a0: `}
                {bulletinTitles[post.state]}
              </strong>
              {post.text && <q>{post.text}</q>}
              <small>{post.userName ?? 'Automatique'}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
