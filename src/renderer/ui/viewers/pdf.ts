import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist'
import Worker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker'

export type { PDFDocumentProxy } from 'pdfjs-dist'

/** Tables of Chinese, Japanese and Korean fonts that a file names without bringing them, and the standard fonts. */
const files = import.meta.glob<string>(
  [
    '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../node_modules/pdfjs-dist/standard_fonts/*.{ttf,pfb}',
  ],
  { query: '?url', import: 'default', eager: true },
)
const addresses = new Map(Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

class BundledFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const response = await fetch(addresses.get(filename) ?? '')
    if (!response.ok) throw new Error(`no ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/**
 * Opens a PDF, read in parts and parsed in a worker. Scripts and forms in it are disabled, and no code is generated
 * from it (the CSP allows neither eval nor WebAssembly).
 * @param href on the page's own origin
 */
export function openPdf(href: string): { document: Promise<PDFDocumentProxy>; close: () => void } {
  const thread = new Worker()
  const worker = PDFWorker.create({ port: thread })
  const task = getDocument({
    url: href,
    worker,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    disableWorkerRendering: true,
    // Unused, but needed by the library: BundledFiles provides the files.
    cMapUrl: '/',
    standardFontDataUrl: '/',
    BinaryDataFactory: BundledFiles,
  })
  return {
    document: task.promise,
    close: () => void task.destroy().finally(() => thread.terminate()),
  }
}
