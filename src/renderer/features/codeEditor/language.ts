import { extensionOf } from '#shared/domain/fileNames.ts'

const LANGUAGES: Record<string, string> = { css: 'css', js: 'javascript', html: 'html', htm: 'html' }

/** The editor's language by the file's extension; plain text for unknown ones. */
export const languageOf = (name: string): string => LANGUAGES[extensionOf(name)] ?? 'plaintext'
