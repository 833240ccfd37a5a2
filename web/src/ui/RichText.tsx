import '@mantine/tiptap/styles.layer.css'
import { Input } from '@mantine/core'
import { Link, RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap'
import TextAlign from '@tiptap/extension-text-align'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { type FieldName, useField } from './form/Form.tsx'
import { cleanPaste } from './fromWord.ts'

export interface RichTextProps {
  label: string
  /** HTML. */
  value: string
  onChange: (html: string) => void
  error?: string
  required?: boolean
  disabled?: boolean
}

/** An editor for clauses and letters. Loaded on demand, because it weighs as much as the rest of a page. */
export function RichText({ label, value, onChange, error, required, disabled = false }: RichTextProps) {
  const id = useId()
  const said = useRef(value)
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false }), Link, TextAlign.configure({ types: ['heading', 'paragraph'] })],
    content: value,
    editable: !disabled,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' }, transformPastedHTML: cleanPaste },
    onUpdate: ({ editor: changed }) => {
      said.current = changed.isEmpty ? '' : changed.getHTML()
      onChange(said.current)
    },
  })
  // A value from elsewhere (e.g. a chosen template) replaces the text; the editor's own changes don't come back.
  useEffect(() => {
    if (!editor || editor.isDestroyed || value === said.current) return
    said.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <Input.Wrapper label={label} labelElement="div" error={error} required={required} id={id}>
      <RichTextEditor editor={editor} labels={french} mt={2}>
        {!disabled && (
          <RichTextEditor.Toolbar>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Bold />
              <RichTextEditor.Italic />
              <RichTextEditor.Underline />
              <RichTextEditor.Strikethrough />
              <RichTextEditor.ClearFormatting />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
              <RichTextEditor.Blockquote />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.AlignLeft />
              <RichTextEditor.AlignCenter />
              <RichTextEditor.AlignRight />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Link />
              <RichTextEditor.Unlink />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Undo />
              <RichTextEditor.Redo />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}

export function RichTextField({ name, ...props }: Omit<RichTextProps, 'value' | 'onChange' | 'error'> & { name: FieldName }) {
  const { value, onChange, error } = useField(name)
  return <RichText {...props} value={value ?? ''} onChange={onChange} error={error} />
}

const french: Partial<RichTextEditorLabels> = {
  boldControlLabel: 'Gras',
  italicControlLabel: 'Italique',
  underlineControlLabel: 'Souligné',
  strikeControlLabel: 'Barré',
  clearFormattingControlLabel: 'Effacer la mise en forme',
  h2ControlLabel: 'Titre',
  h3ControlLabel: 'Sous-titre',
  bulletListControlLabel: 'Liste à puces',
  orderedListControlLabel: 'Liste numérotée',
  blockquoteControlLabel: 'Citation',
  alignLeftControlLabel: 'Aligner à gauche',
  alignCenterControlLabel: 'Centrer',
  alignRightControlLabel: 'Aligner à droite',
  linkControlLabel: 'Lien',
  unlinkControlLabel: 'Retirer le lien',
  undoControlLabel: 'Défaire',
  redoControlLabel: 'Refaire',
  linkEditorInputLabel: 'Adresse du lien',
  linkEditorInputPlaceholder: 'https://exemple.ca',
  linkEditorExternalLink: 'Ouvrir dans un nouvel onglet',
  linkEditorInternalLink: 'Ouvrir dans le même onglet',
  linkEditorSave: 'Enregistrer',
}
