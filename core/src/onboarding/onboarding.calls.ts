import { call, slice } from '../call.ts'
import { companyAdmins as who } from '../roles.ts'
import { id } from '../wire.ts'
import { trialNight, trialOffer } from './trial-night.ts'

export const onboardingCalls = slice('onboarding', {
  offerTrialNight: call('GET /trial-night', { who, returns: trialOffer, summary: 'The routes that a trial night may be played on' }),

  startTrialNight: call('POST /trial-night', {
    who,
    outside: true,
    input: { routeId: id.nullish() },
    returns: trialNight,
    touches: ['accounts'],
    summary:
      'Copies a route, or an example near the company’s address, into a trial night and moves the caller there; ' +
      'answers the caller’s own if there is one already',
  }),

  driveTrialNight: call('POST /trial-night/drive', {
    who,
    returns: trialNight,
    touches: [], // the live channel says what moved
    summary: 'Makes the trucks of the trial night report where they are by now, and answers how it goes',
  }),

  endTrialNight: call('DELETE /trial-night', {
    who,
    touches: ['accounts'],
    summary: 'Erases the caller’s trial night and moves them back to their company; nothing if there is none',
  }),
})
