// The only file that reads the environment. It checks everything at once, so that one start shows every mistake.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod'

const url = z.url('doit être une adresse complète, par exemple https://bordee.exemple.ca')
const link = url.optional()

const settings = z
  .object({
    PORT: z.coerce.number('doit être un nombre').int().min(0).max(65535, 'doit être un port entre 1 et 65535').default(3000),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: link,
    DATABASE_URL: z.url('doit être une adresse postgres://…').optional(),
    DATABASE_DIRECT_URL: z.url('doit être une adresse postgres://…').optional(),
    NAMED_STATEMENTS: z.enum(['0', '1'], 'doit valoir 0 ou 1').default('1'),
    DATA_DIR: z.string().default('.data'),
    ROLE: z.enum(['all', 'web', 'worker'], 'doit valoir all, web ou worker').default('all'),
    LOG: z.enum(['text', 'json'], 'doit valoir text ou json').default('text'),
    METRICS_TOKEN: z.string().min(16, 'doit compter au moins 16 caractères').optional(),
    STOP_DELAY: z.coerce.number('doit être un nombre de secondes').min(0).max(300).default(0),
    DEMO: z.enum(['0', '1', 'force'], 'doit valoir 0, 1 ou force').optional(),
    SECRET: z.string().min(32, 'doit compter au moins 32 caractères').optional(),
    TRUST_PROXY: z.coerce.number('doit être le nombre de mandataires devant le serveur').int().min(0).default(0),
    RETENTION_OUTBOX_DAYS: z.coerce.number('doit être un nombre de jours').int().min(1).default(30),
    // The minimum for alerts is two months: the monthly cap and the next invoice are computed from them.
    RETENTION_POSITIONS_DAYS: z.coerce.number('doit être un nombre de jours').int().min(30, 'doit compter au moins 30 jours').default(1096),
    RETENTION_ALERTS_DAYS: z.coerce.number('doit être un nombre de jours').int().min(62, 'doit compter au moins 62 jours').default(1096),
    RETENTION_REPLIES_DAYS: z.coerce.number('doit être un nombre de jours').int().min(30, 'doit compter au moins 30 jours').default(1096),
    // Three years of prescription and a margin. Months, as the law counts them.
    RETENTION_PHOTOS_MONTHS: z.coerce.number('doit être un nombre de mois').int().min(12, 'doit compter au moins 12 mois').default(40),
    FILES_QUOTA_GB: z.coerce.number('doit être un nombre de gigaoctets').positive('doit être positif').default(20),
    RETENTION_QUOTES_DAYS: z.coerce.number('doit être un nombre de jours').int().min(1).default(366),
    RETENTION_UNMATCHED_QUOTES_DAYS: z.coerce.number('doit être un nombre de jours').int().min(1).default(90),
    MAIL_FROM: z.string().default('Bordée <ne-pas-repondre@bordee.example>'),
    SMTP_URL: z.url('doit être une adresse smtp:// ou smtps://').optional(),
    MAILGUN_SIGNING_KEY: z.string().optional(),
    CAPTCHA: z.enum(['altcha', 'recaptcha'], 'doit valoir altcha ou recaptcha').default('altcha'),
    RECAPTCHA_SITE_KEY: z.string().optional(),
    RECAPTCHA_SECRET: z.string().optional(),
    RECAPTCHA_URL: url.default('https://www.google.com/recaptcha/api/siteverify'),
    PLACES: z.enum(['embedded', 'google', 'photon'], 'doit valoir embedded, google ou photon').default('embedded'),
    PLACES_URL: link,
    GOOGLE_MAPS_KEY: z.string().optional(),
    GOOGLE_GEOCODING_URL: link,
    OSRM_URL: link,
    LIGHTBUG_URL: link,
    WEATHER: z
      .enum(['embedded', 'open-meteo', 'environment-canada'], 'doit valoir embedded, open-meteo ou environment-canada')
      .default('embedded'),
    WEATHER_URL: link,
    OPEN_METEO_KEY: z.string().optional(),
    ALERTS: z.enum(['journal', 'twilio'], 'doit valoir journal ou twilio').default('journal'),
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, 'doit être de la forme AC…')
      .optional(),
    TWILIO_AUTH_TOKEN: z.string().optional(),
    TWILIO_NUMBERS: z
      .string()
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(z.string().regex(/^\+[0-9]{8,15}$/, 'doit être une liste de numéros, par exemple +15815550100,+15815550101')))
      .optional(),
    TWILIO_NUMBERS_PER_COMPANY: z.coerce.number('doit être un nombre').int().min(1).default(1),
    TWILIO_RATE: z.coerce.number('doit être un nombre de messages par seconde').positive().max(1000).default(1),
    TWILIO_TIMEOUT: z.coerce.number('doit être un nombre de secondes').positive().max(20).default(10),
    // Longer than Twilio's list of messages ever lags.
    TWILIO_LIST_LAG: z.coerce.number('doit être un nombre de secondes').min(0).max(3600).default(300),
    TWILIO_URL: url.default('https://api.twilio.com'),
    // Printed on the platform's own invoices.
    PLATFORM_NAME: z.string().default('Bordée'),
    PLATFORM_ADDRESS: z.string().optional(),
    PLATFORM_TPS: z.string().optional(),
    PLATFORM_TVQ: z.string().optional(),
    BANK_OFFERS: z
      .string()
      .regex(
        /^[1-9]\d{0,6}:[1-9]\d{1,7}(,[1-9]\d{0,6}:[1-9]\d{1,7})*$/,
        'doit être une liste « alertes:cents », par exemple 500:4500,1000:8500',
      )
      .refine(
        (list) => new Set(list.split(',').map((offer) => offer.split(':')[0])).size === list.split(',').length,
        'nomme deux fois le même nombre',
      )
      .default('500:4500,1000:8500,5000:40000'),
    PAYMENTS: z.enum(['embedded', 'stripe'], 'doit valoir embedded ou stripe').default('embedded'),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_/, 'doit être de la forme sk_…')
      .optional(),
    STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'doit être de la forme pk_…').optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_/, 'doit être de la forme whsec_…')
      .optional(),
    STRIPE_CONNECT_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_/, 'doit être de la forme whsec_…')
      .optional(),
    STRIPE_TIMEOUT: z.coerce.number('doit être un nombre de secondes').positive().max(30).default(10),
    STRIPE_URL: url.default('https://api.stripe.com'),
    MAP_STYLE_URL: link,
    MAP_SATELLITE_STYLE_URL: link,
    MAP_KEY: z.string().optional(),
    HELP_URL: link,
    DOCUMENTATION_URL: link,
    DEMO_URL: link,
    CONTACT_URL: link,
    ANALYTICS_URL: link,
    ERRORS_URL: link,
  })
  .superRefine((env, issues) => {
    const missing = (name: string, message: string) => issues.addIssue({ code: 'custom', path: [name], message })
    if (env.DATABASE_URL && !env.SECRET) missing('SECRET', 'est requis avec DATABASE_URL')
    if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) missing('DATABASE_URL', 'est requis avec DATABASE_DIRECT_URL')
    if (env.ROLE !== 'all' && !env.DATABASE_URL) missing('DATABASE_URL', `est requis avec ROLE=${env.ROLE}`)
    if (env.CAPTCHA === 'recaptcha' && !env.RECAPTCHA_SITE_KEY) missing('RECAPTCHA_SITE_KEY', 'est requis avec CAPTCHA=recaptcha')
    if (env.CAPTCHA === 'recaptcha' && !env.RECAPTCHA_SECRET) missing('RECAPTCHA_SECRET', 'est requis avec CAPTCHA=recaptcha')
    if (env.ALERTS === 'twilio')
      for (const name of ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_NUMBERS', 'PUBLIC_URL'] as const)
        if (!env[name]?.length) missing(name, 'est requis avec ALERTS=twilio')
    if (env.PAYMENTS === 'stripe') for (const name of stripeSettings) if (!env[name]) missing(name, 'est requis avec PAYMENTS=stripe')
    if (env.OPEN_METEO_KEY && env.WEATHER !== 'open-meteo') missing('WEATHER', 'doit valoir open-meteo avec OPEN_METEO_KEY')
    if (env.PLACES === 'google' && !env.GOOGLE_MAPS_KEY) missing('GOOGLE_MAPS_KEY', 'est requis avec PLACES=google')
  })

const stripeSettings = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'PUBLIC_URL',
] as const

const weatherUrls = { embedded: '', 'open-meteo': 'https://api.open-meteo.com', 'environment-canada': 'https://api.weather.gc.ca' }
/** Of Open-Meteo, for those who pay. */
const paidWeatherUrl = 'https://customer-api.open-meteo.com'
const placesUrls = { embedded: '', google: 'https://places.googleapis.com', photon: 'https://photon.komoot.io' }

export class BadSettings extends Error {}

/** Settings as the server uses them. An empty variable counts as unset. */
export function readEnv(environment: Record<string, string | undefined> = process.env) {
  const parsed = settings.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new BadSettings(`Réglages refusés :\n${lines.join('\n')}`)
  }
  const env = parsed.data
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '')
  const isPublic = !isLoopback(new URL(publicUrl).hostname) || !isLoopback(env.HOST) || env.TRUST_PROXY > 0
  const demo = env.DEMO ?? (env.DATABASE_URL ? '0' : '1')
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    databaseUrl: env.DATABASE_URL,
    /** Bypasses the pooler in DATABASE_URL, for work that needs its own session. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    pooling: { isPooled: env.DATABASE_DIRECT_URL !== undefined, hasNames: env.NAMED_STATEMENTS === '1' },
    dataDir: resolve(env.DATA_DIR),
    /** What this process does: answer requests, run jobs, or both. */
    role: env.ROLE,
    log: env.LOG,
    metricsToken: env.METRICS_TOKEN ?? null,
    /** How long it keeps accepting requests after it has announced that it stops. */
    stopDelayMs: env.STOP_DELAY * 1000,
    demo: demo !== '0',
    /** The demo's password is public, so its accounts are closed where strangers can reach the server. */
    demoAccounts: demo === 'force' || (demo === '1' && !isPublic),
    /** Sandbox money isn't real: where strangers can reach the server, it must be asked for. */
    takesSandboxMoney: demo === 'force' || !isPublic,
    /** Strangers can reach the server. */
    isPublic,
    secret: env.SECRET,
    trustProxy: env.TRUST_PROXY,
    retention: {
      outboxDays: env.RETENTION_OUTBOX_DAYS,
      alertsDays: env.RETENTION_ALERTS_DAYS,
      positionsDays: env.RETENTION_POSITIONS_DAYS,
      repliesDays: env.RETENTION_REPLIES_DAYS,
      photosMonths: env.RETENTION_PHOTOS_MONTHS,
      quotesDays: env.RETENTION_QUOTES_DAYS,
      unmatchedQuotesDays: env.RETENTION_UNMATCHED_QUOTES_DAYS,
    },
    /** Bytes of stored files that one company may have. */
    filesQuota: env.FILES_QUOTA_GB * 1024 ** 3,
    mail: { from: env.MAIL_FROM, smtpUrl: env.SMTP_URL, signingKey: env.MAILGUN_SIGNING_KEY ?? null },
    captcha: { provider: env.CAPTCHA, siteKey: env.RECAPTCHA_SITE_KEY ?? null, secret: env.RECAPTCHA_SECRET ?? '', url: env.RECAPTCHA_URL },
    places: {
      provider: env.PLACES,
      key: env.GOOGLE_MAPS_KEY ?? '',
      url: (env.PLACES_URL ?? placesUrls[env.PLACES]).replace(/\/$/, ''),
      geocodingUrl: (env.GOOGLE_GEOCODING_URL ?? 'https://maps.googleapis.com').replace(/\/$/, ''),
    },
    alerts: {
      provider: env.ALERTS,
      accountSid: env.TWILIO_ACCOUNT_SID ?? '',
      authToken: env.TWILIO_AUTH_TOKEN ?? '',
      numbers: env.TWILIO_NUMBERS ?? [],
      numbersPerCompany: env.TWILIO_NUMBERS_PER_COMPANY,
      /** Messages per second and number. */
      rate: env.TWILIO_RATE,
      timeoutMs: env.TWILIO_TIMEOUT * 1000,
      listLagMs: env.TWILIO_LIST_LAG * 1000,
      url: env.TWILIO_URL.replace(/\/$/, ''),
    },
    platform: {
      name: env.PLATFORM_NAME,
      address: env.PLATFORM_ADDRESS ?? null,
      tps: env.PLATFORM_TPS ?? null,
      tvq: env.PLATFORM_TVQ ?? null,
    },
    /** Lots of alerts that a company may buy; the price is in cents, before taxes. */
    bankOffers: env.BANK_OFFERS.split(',').map((offer) => {
      const [amount = 0, price = 0] = offer.split(':').map(Number)
      return { id: `alerts-${amount}`, amount, price }
    }),
    payments: {
      provider: env.PAYMENTS,
      secretKey: env.STRIPE_SECRET_KEY ?? '',
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? null,
      /** Secrets Stripe signs with: for events of our own account, and of the companies' accounts. */
      webhookSecrets: [env.STRIPE_WEBHOOK_SECRET ?? '', env.STRIPE_CONNECT_WEBHOOK_SECRET ?? ''],
      timeoutMs: env.STRIPE_TIMEOUT * 1000,
      url: env.STRIPE_URL.replace(/\/$/, ''),
    },
    tracker: { lightbugUrl: env.LIGHTBUG_URL?.replace(/\/$/, '') ?? null },
    weather: {
      provider: env.WEATHER,
      key: env.OPEN_METEO_KEY ?? null,
      url: (env.WEATHER_URL ?? (env.OPEN_METEO_KEY && env.WEATHER === 'open-meteo' ? paidWeatherUrl : weatherUrls[env.WEATHER])).replace(
        /\/$/,
        '',
      ),
    },
    directions: { osrmUrl: env.OSRM_URL?.replace(/\/$/, '') ?? null },
    maps: { styleUrl: env.MAP_STYLE_URL ?? null, satelliteStyleUrl: env.MAP_SATELLITE_STYLE_URL ?? null, key: env.MAP_KEY ?? null },
    links: {
      helpUrl: env.HELP_URL ?? null,
      /** Defaults to the guide that this server serves. */
      documentationUrl: env.DOCUMENTATION_URL ?? '/guide',
      demoUrl: env.DEMO_URL ?? null,
      contactUrl: env.CONTACT_URL ?? null,
      analyticsUrl: env.ANALYTICS_URL ?? null,
      errorsUrl: env.ERRORS_URL ?? null,
    },
  }
}

export type Env = ReturnType<typeof readEnv>

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))

/** The configured secret, or the data folder's. Concurrent first starts agree on the first one written. */
export function readSecret(env: Env): string {
  if (env.secret) return env.secret
  mkdirSync(env.dataDir, { recursive: true })
  const file = join(env.dataDir, 'secret')
  if (!existsSync(file)) {
    const aside = `${file}.${process.pid}`
    writeFileSync(aside, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(aside, file) // atomic, and never overwrites another process's secret
    } catch (error) {
      if (!existsSync(file)) throw error
    }
    rmSync(aside)
  }
  return readFileSync(file, 'utf8')
}
