import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { longestReply } from '@bordee/core/replies/reply.ts'
import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useUnread } from '../ui/useUnread.ts'
import { Hint, Refusal } from '../ui/words.tsx'
import classes from './replies.module.css'

/** Without a real provider: enters a text as if a phone had sent it, and shows what that phone gets back. */
export function PlayText() {
  const companies = useCall(companyCalls.listCompanies)
  const unread = useUnread(companies.data)
  const [companyId, setCompanyId] = useState<string | null>(null)
  const [phone, setPhone] = useState('')
  const [text, setText] = useState('')
  const play = useAction(replyCalls.playReply, { failed: 'Le texto n’a pas été joué.', after: () => setText('') })
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const isReady = companyId !== null && digits.length === 10 && text.trim() !== ''
  return (
    <form
      className={`bordee-card ${classes.play}`}
      aria-label="Jouer un texto reçu"
      onSubmit={(event) => {
        event.preventDefault()
        if (companyId && isReady) play.mutate({ companyId, phone: digits, text: text.trim() })
      }}
    >
      <Hint>Sans vrai fournisseur, ce texto entre comme si un téléphone l’avait envoyé à la compagnie.</Hint>
      <Select
        label="Compagnie"
        searchable
        data={companies.data?.map(({ id, name }) => ({ value: id, label: name }))}
        value={companyId}
        onChange={setCompanyId}
        nothingFoundMessage="Aucune compagnie"
        {...unread}
      />
      <TextInput
        label="Numéro du téléphone"
        type="tel"
        placeholder="418 555-0142"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Textarea
        label="Texto"
        placeholder="Parti"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longestReply}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {phone !== '' && text !== '' && digits.length !== 10 && <Refusal>Le numéro compte dix chiffres.</Refusal>}
      <Button type="submit" loading={play.isPending} disabled={!isReady}>
        Jouer
      </Button>
      {play.isSuccess && (
        <output className={classes.played}>
          {play.data.answer ? (
            <>
              Le téléphone reçoit&nbsp;: <q>{play.data.answer}</q>
            </>
          ) : (
            'Texto entré. Le téléphone ne reçoit rien.'
          )}
        </output>
      )}
    </form>
  )
}
