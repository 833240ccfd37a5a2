import { type FormEvent, useState } from 'react'
import { IdentityError } from '../identity.ts'
import type { Shift } from './shift.ts'
import { signInTrouble } from './signInTrouble.ts'

export function SignInPage({ shift }: { shift: Shift }) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** Asked for if the account has a second factor. */
  const [code, setCode] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setTrouble(null)
    try {
      await shift.signIn(email, password, code)
    } catch (error) {
      setBusy(false)
      if (error instanceof IdentityError && error.code === 'second-factor') return setCode('')
      setTrouble(signInTrouble(error))
    }
  }

  return (
    <main className="page">
      <h1>Bordée – Opérateur</h1>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label>
          Courriel
          <input type="email" autoComplete="username" required value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
        </label>
        <label>
          Mot de passe
          <input
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        {code !== undefined && (
          <label>
            Code de votre téléphone, ou code de secours
            <input autoComplete="one-time-code" required value={code} onChange={(event) => setCode(event.currentTarget.value)} />
          </label>
        )}
        {trouble && (
          <p role="alert" className="trouble">
            {trouble}
          </p>
        )}
        <button type="submit" className="button main" disabled={isBusy}>
          Se connecter
        </button>
      </form>
      <a className="quiet" href="/reset-password">
        Mot de passe oublié?
      </a>
    </main>
  )
}
