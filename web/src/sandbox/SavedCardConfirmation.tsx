import { formatMoney } from '@bordee/core/money.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useAction, useCall } from '../calls.ts'
import { BankQuestion } from './BankQuestion.tsx'

/** The bank's question before a saved card is charged. */
export function SavedCardConfirmation({ clientSecret, onAnswered }: { clientSecret: string; onAnswered: () => void }) {
  const asked = useCall(sandboxCalls.getSandboxConfirmation, { clientSecret })
  const answer = useAction(sandboxCalls.answerSandboxConfirmation, {
    failed: 'La banque n’a pas répondu. Veuillez réessayer.',
    after: onAnswered,
  })
  return (
    <Stack>
      {asked.data ? (
        <Text className="bordee-figures">
          Facture {asked.data.number}&nbsp;: <strong>{formatMoney(asked.data.total)}</strong>
        </Text>
      ) : (
        <Skeleton height={20} width={200} />
      )}
      <BankQuestion
        busy={answer.isPending}
        onConfirm={() => answer.mutate({ clientSecret, isConfirmed: true })}
        onCancel={() => answer.mutate({ clientSecret, isConfirmed: false })}
      />
    </Stack>
  )
}
