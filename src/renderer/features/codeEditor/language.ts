import { extensionOf } from '#shared/domain/fileNames.ts'

const LANGUAGES: Record<string, string> = { css: 'css', js: 'javascript', html: 'html', htm: 'html' }

/** The editor's language for a file; anything else is shown as plain text. */
export const languageOf = (name: string): string => LANGUAGES[extensionOf(name)] ?? 'plaintext'
