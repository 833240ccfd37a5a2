import { isPlatform } from '@bordee/core/roles.ts'
import type { Weather } from '@bordee/core/weather/weather.ts'
import { useMe } from '../session.tsx'
import { Hint } from '../ui/words.tsx'

/** Why nothing is shown, and what can be done. */
export function NoWeather({ source }: Pick<Weather, 'source'>) {
  const { role } = useMe()
  if (source) return <Hint>Rien n’a encore été reçu. La météo s’inscrit toutes les heures, d’octobre à mai.</Hint>
  return (
    <Hint>
      Aucune source de météo n’est branchée sur ce serveur&nbsp;: notez vous-même la température et la neige.
      {isPlatform(role) && (
        <>
          {' '}
          Pour en brancher une, démarrez le serveur avec <code>WEATHER=open-meteo</code> ou <code>WEATHER=environment-canada</code>.
        </>
      )}
    </Hint>
  )
}
