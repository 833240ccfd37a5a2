import '@mantine/dropzone/styles.layer.css'
import { count, formatSize } from '@bordee/core/text.ts'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconFileSpreadsheet, IconTrash, IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './FileDrop.module.css'
import { Hint, Refusal } from './words.tsx'

export interface FileDropProps {
  /** What can be dropped: « Classeurs Excel ou CSV ». */
  label: string
  /** By media type: `{'text/csv': ['.csv']}`. */
  accept: Record<string, string[]>
  files: File[]
  onChange: (files: File[]) => void
  maxCount?: number
  maxMegabytes?: number
  icon?: ReactNode
  /** The invitation, if « vos fichiers » doesn't fit. */
  invitation?: string
  disabled?: boolean
  busy?: boolean
}

/** Drop or choose files. Refused files are named; accepted ones are listed and can be removed. */
export function FileDrop({
  label,
  accept,
  files,
  onChange,
  maxCount = 10,
  maxMegabytes = 20,
  icon = <IconFileSpreadsheet size={34} stroke={1.5} />,
  invitation = 'Glissez vos fichiers ici, ou cliquez pour les choisir',
  disabled = false,
  busy = false,
}: FileDropProps) {
  const [refusals, setRefusals] = useState<string[]>([])

  function add(dropped: File[]) {
    const fresh = dropped.filter((file) => !files.some((known) => known.name === file.name && known.size === file.size))
    const room = maxCount - files.length
    setRefusals(
      fresh.length > room
        ? [
            `${count(maxCount, 'fichier')} au plus\u00a0: ${fresh
              .slice(room)
              .map(({ name }) => name)
              .join(', ')} n’a pas été ajouté.`,
          ]
        : [],
    )
    onChange([...files, ...fresh.slice(0, room)])
  }

  return (
    <Stack gap="sm">
      <Dropzone
        onDrop={add}
        onReject={(rejected) => setRefusals(rejected.map((rejection) => why(rejection, maxMegabytes)))}
        accept={accept}
        maxSize={maxMegabytes * 1024 * 1024}
        disabled={disabled}
        loading={busy}
        className={classes.zone}
        inputProps={{ 'aria-label': label }}
        data-disabled={disabled || undefined}
      >
        <Group justify="center" gap="md" mih={92} style={{ pointerEvents: 'none' }}>
          <Dropzone.Accept>
            <IconUpload size={34} stroke={1.5} color="var(--bordee-spruce)" />
          </Dropzone.Accept>
          <Dropzone.Reject>
            <IconX size={34} stroke={1.5} color="var(--bordee-red)" />
          </Dropzone.Reject>
          <Dropzone.Idle>
            <span className={classes.icon}>{icon}</span>
          </Dropzone.Idle>
          <div>
            <Text fw={600}>{invitation}</Text>
            <Hint>
              {label}, {maxCount > 1 && `${count(maxCount, 'fichier')} de `}
              {maxMegabytes}&nbsp;Mo au plus
            </Hint>
          </div>
        </Group>
      </Dropzone>
      {refusals.map((refusal) => (
        <Refusal key={refusal}>{refusal}</Refusal>
      ))}
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={`${file.name}${file.size}`}>
              <IconFileSpreadsheet size={18} stroke={1.6} aria-hidden />
              <span>{file.name}</span>
              <Text span size="sm" c="dimmed" className="bordee-figures">
                {formatSize(file.size)}
              </Text>
              <ActionIcon
                aria-label={`Retirer ${file.name}`}
                onClick={() => onChange(files.filter((other) => other !== file))}
                disabled={busy}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

function why({ file, errors }: FileRejection, maxMegabytes: number): string {
  const tooBig = errors.some(({ code }) => code === 'file-too-large')
  return tooBig ? `«\u00a0${file.name}\u00a0» dépasse ${maxMegabytes}\u00a0Mo.` : `«\u00a0${file.name}\u00a0» n’est pas d’un type accepté.`
}
