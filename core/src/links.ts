// Keeps what strangers type from becoming a link: in names, which refuse addresses, and in e-mails, which break them up.

export const noLink = 'Un nom ne peut contenir ni adresse web ni courriel. Après un point, mettez une espace.'

/** Spells look-alikes of the full stop and « @ » as such, without what nobody sees. */
const spelt = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** A dot between letters, or one with a space before it, as nobody writes in a name: « evil . example », « i❤.ws ». */
const domain = /[\p{L}\p{M}\p{N}\p{S}](?:\s+\.\s*|\.)\p{L}[\p{L}\p{M}\p{N}-]+/u
const address = /@|:\s*\/\/|\bwww\s*\.|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

/** Whether a mail reader might make a link of it, or a person read it as one. */
export function holdsLink(text: string): boolean {
  const plain = spelt(text)
  const bare = plain.normalize('NFD').replace(/\p{M}/gu, '') // an accent on the dot is lost on the way to a phone
  return [plain, bare].some((said) => domain.test(said) || address.test(said))
}

/** The same text to the eye, which no mail reader makes a link of: a zero-width space breaks up each address. */
export const unlinked = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{M}\p{N}\p{S}\p{Cf}])[.。．｡․﹒](?=[\p{L}\p{M}\p{Cf}])(?!\u200b)|[@＠]|:(?=\/\/)/gu, '$&\u200b')
