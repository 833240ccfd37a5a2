// Public pages and e-mailed links. They are in the first script, so they list no screen of the back-office.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { publicShell, screen } from './routing.ts'

/** Reads the given search parameters as text and drops all others. (The router parses « 12 » as a number.) */
const textSearch =
  <K extends string>(...keys: K[]) =>
  (search: Record<string, unknown>): { [Key in K]?: string } => {
    const texts = keys.map((key) => [key, typeof search[key] === 'number' ? `${search[key]}` : search[key]] as const)
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as { [Key in K]?: string }
  }

/** The public pages that use `calls.ts`. Sign-in and e-mailed links do without it, to load less. */
const publicAnswers = createRoute({
  getParentRoute: () => publicShell,
  id: 'answers',
  component: lazyRouteComponent(() => import('./answers.tsx'), 'AnswersOutlet'),
})

const shellPages = [
  createRoute({
    getParentRoute: () => publicShell,
    path: '/sign-in',
    validateSearch: textSearch('next', 'step'),
    ...screen('Connexion', () => import('./identity/SignInScreen.tsx'), 'SignInScreen'),
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/auth/redirect',
    validateSearch: textSearch('mode', 'email', 'contractId', 'companyId', 'oobCode'),
    ...screen('Un instant…', () => import('./identity/RedirectScreen.tsx'), 'RedirectScreen'),
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/auth/validate/sign-in-link/$email/{-$code}/{-$contractId}',
    ...screen('Connexion', () => import('./identity/ValidateLinkScreen.tsx'), 'ValidateLinkScreen'),
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/auth/verify-email',
    validateSearch: textSearch('email', 'oobCode'),
    ...screen('Confirmation du courriel', () => import('./identity/VerifyEmailScreen.tsx'), 'VerifyEmailScreen'),
  }),
] as const

const answerPages = [
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/sign-up',
    ...screen('Inscription', () => import('./companies/SignUpScreen.tsx'), 'SignUpScreen'),
  }),
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/reset-password',
    ...screen('Mot de passe oublié', () => import('./identity/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/auth/verify-company',
    validateSearch: textSearch('email', 'oobCode'),
    ...screen('Confirmation du courriel', () => import('./companies/VerifyCompanyScreen.tsx'), 'VerifyCompanyScreen'),
  }),
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/edit-password',
    ...screen('Nouveau mot de passe', () => import('./identity/EditPasswordScreen.tsx'), 'EditPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/second-factor',
    ...screen('Validation en deux étapes', () => import('./identity/SecondFactorScreen.tsx'), 'SecondFactorScreen'),
  }),
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/verification',
    ...screen('Vérification', () => import('./contracts/VerificationScreen.tsx'), 'VerificationScreen'),
  }),
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/sandbox/$page/$token',
    ...screen('Paiement', () => import('./sandbox/SandboxScreen.tsx'), 'SandboxScreen'),
  }),
  createRoute({
    getParentRoute: () => publicAnswers,
    path: '/auth/client/sign-in',
    validateSearch: textSearch('email', 'companyId', 'contractId'),
    ...screen('Espace client', () => import('./identity/ClientSignInScreen.tsx'), 'ClientSignInScreen'),
  }),
] as const

export const publicPages = publicShell.addChildren([...shellPages, publicAnswers.addChildren(answerPages)])
