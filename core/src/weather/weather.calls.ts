import { call, slice } from '../call.ts'
import { dispatchers as who } from '../roles.ts'
import { moment } from '../wire.ts'
import { mostWeatherDays, typedHour, weather } from './weather.ts'

export const weatherCalls = slice('weather', {
  getWeather: call('GET /weather', {
    who,
    input: { from: moment, to: moment },
    returns: weather,
    summary: `The recorded weather of a period of at most ${mostWeatherDays} days, hour by hour, with its gaps`,
  }),

  addWeatherHour: call('POST /weather', {
    who,
    status: 201,
    input: { reading: typedHour },
    touches: [],
    summary: 'Notes the weather of an hour that someone read on site: it counts before any other source',
  }),
})
