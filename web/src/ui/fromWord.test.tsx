import { expect, test } from 'vitest'
import { cleanPaste } from './fromWord.ts'

const item = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span><![endif]>${text}</p>`

test('Word’s paragraphs become lists again, nested ones too', () => {
  const items = [item(1, '1.', 'Un'), item(2, '·', 'Un point'), item(2, '·', 'Un <b>autre</b>'), item(1, '2.', 'Deux')]
  const pasted = `<p>Avant</p>${items.join('')}<p>Après</p>`
  expect(cleanPaste(pasted).replaceAll(/<!--.*?-->/g, '')).toBe(
    '<p>Avant</p><ol><li><p>Un</p><ul><li><p>Un point</p></li><li><p>Un <b>autre</b></p></li></ul></li>' +
      '<li><p>Deux</p></li></ol><p>Après</p>',
  )
})

test('each row of a table becomes a line, and no two amounts are glued together', () => {
  const pasted =
    '<table><tr><td><p>Entrée simple</p></td><td><p>400 $</p></td></tr>' +
    '<tr><td>Double</td><td>500 $</td><td>550 $</td></tr><tr><td></td></tr></table>'
  expect(cleanPaste(pasted)).toBe('<p>Entrée simple&nbsp;: 400 $</p><p>Double – 500 $ – 550 $</p>')
})

test('real lists stay as they are', () => {
  const pasted = '<ul><li>Un<ul><li>Deux</li></ul></li></ul>'
  expect(cleanPaste(pasted)).toBe(pasted)
})
