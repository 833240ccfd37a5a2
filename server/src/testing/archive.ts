// What PDF/A-3a asks of a file that can be read from its objects: a self-contained, tagged document that says what it is.
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'

/** Why a file isn't an archive; empty if nothing was found. */
export async function archiveFaults(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { catalog, context } = document
  const of = (dict: PDFDict | undefined, name: string) => dict?.lookup(PDFName.of(name))
  const isNamed = (dict: PDFDict, name: string, value: string) => of(dict, name) === PDFName.of(value)
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const dicts = objects.flatMap((object) => (object instanceof PDFDict ? object : object instanceof PDFRawStream ? object.dict : []))

  const metadata = of(catalog, 'Metadata')
  const said = metadata instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(metadata).decode()).toString() : ''
  const outputs = of(catalog, 'OutputIntents')
  const structure = of(catalog, 'StructTreeRoot')
  const elements = dicts.filter((dict) => of(dict, 'S') instanceof PDFName && dict.has(PDFName.of('P')))
  const figures = elements.filter((element) => isNamed(element, 'S', 'Figure'))
  const embedded = ['FontFile', 'FontFile2', 'FontFile3'].map((name) => PDFName.of(name))
  const fonts = dicts.filter((dict) => isNamed(dict, 'Type', 'FontDescriptor'))
  const files = dicts.filter((dict) => isNamed(dict, 'Type', 'Filespec'))
  const associated = of(catalog, 'AF')
  const checks: [ok: boolean, fault: string][] = [
    [/pdfaid:part(>|=")3/.test(said) && /pdfaid:conformance(>|=")A/.test(said), 'its metadata doesn’t say PDF/A-3a'],
    [outputs instanceof PDFArray && outputs.size() > 0, 'its colours have no profile'],
    [of(of(catalog, 'MarkInfo') as PDFDict | undefined, 'Marked')?.toString() === 'true', 'it isn’t marked as tagged'],
    [structure instanceof PDFDict && elements.length > 0, 'it has no structure'],
    [document.getPages().every(({ node }) => node.has(PDFName.of('StructParents'))), 'a page is out of the structure'],
    [figures.every((figure) => figure.has(PDFName.of('Alt'))), 'a picture has no text'],
    [of(catalog, 'Lang')?.toString() === '(fr-CA)', 'it doesn’t say its language'],
    [fonts.length > 0 && fonts.every((font) => embedded.some((name) => font.has(name))), 'a font isn’t embedded'],
    [context.trailerInfo.Encrypt === undefined && context.trailerInfo.ID !== undefined, 'it is encrypted, or has no identity'],
    [!dicts.some((dict) => isNamed(dict, 'S', 'JavaScript') || isNamed(dict, 'S', 'Launch')), 'it runs something'],
    [files.every((file) => file.has(PDFName.of('AFRelationship')) && file.has(PDFName.of('Desc'))), 'an attachment says nothing of itself'],
    [files.length === 0 || (associated instanceof PDFArray && associated.size() === files.length), 'an attachment belongs to nothing'],
  ]
  return checks.flatMap(([ok, fault]) => (ok ? [] : fault))
}
