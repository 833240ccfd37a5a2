import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { download } from '../ui/saveFile.ts'
import classes from './FactorSetup.module.css'

/** Shown this once only. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => unknown }) {
  const save = () => download(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'Bordée - codes de secours.txt')
  return (
    <Stack gap="md">
      <Alert role="note" color="amber" title="Gardez ces codes de secours en lieu sûr">
        Chacun ouvre votre compte une fois, à la place du code de votre téléphone. Ils ne seront plus jamais affichés.
      </Alert>
      <ul className={classes.codes} aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <Code fz="md">{code}</Code>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={save}>
          Télécharger
        </Button>
        <Button onClick={() => void onKept()}>J’ai gardé mes codes</Button>
      </Group>
    </Stack>
  )
}
