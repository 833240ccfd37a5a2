import { Button, Group, Image, Input, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { FileDrop } from '../ui/FileDrop.tsx'
import { type FieldName, useField } from '../ui/form/Form.tsx'
import { notifyFailure } from '../ui/notify.ts'

const pictures = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'], 'image/webp': ['.webp'] }

/** A picture stored as a data URL: drop or choose it, preview it, remove it. */
export function LogoField({ name, label }: { name: FieldName; label: string }) {
  const { value, onChange, error } = useField(name)

  function read([file]: File[]) {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => onChange(reader.result)
    reader.onerror = () => notifyFailure(reader.error, 'Impossible de lire cette image.')
    reader.readAsDataURL(file)
  }

  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Stack gap="xs" mt={4}>
        {typeof value === 'string' && value ? (
          <Group gap="lg">
            <Image src={value} alt="Logo de la compagnie" className="bordee-logo" w="auto" h={72} maw={220} fit="contain" />
            <Button variant="default" size="xs" onClick={() => onChange(null)}>
              Retirer le logo
            </Button>
          </Group>
        ) : (
          <FileDrop
            label="Image PNG, JPEG ou WebP"
            invitation="Glissez une image ici, ou cliquez pour la choisir"
            icon={<IconPhoto size={34} stroke={1.5} />}
            accept={pictures}
            files={[]}
            onChange={read}
            maxCount={1}
            maxMegabytes={1}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}
