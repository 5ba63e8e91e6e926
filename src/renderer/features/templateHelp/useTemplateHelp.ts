import { useMemo } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import type { CodeHelp } from '#renderer/features/codeEditor/types.ts'
import { templateHelp } from './help.ts'

const NO_FILES: readonly string[] = []
const NO_NAMES = { files: [], columns: [], fields: [] }

/**
 * Completion and hover of template tags for the files of a template's folder.
 * @param files paths that are known here, which the server may not have yet
 */
export function useTemplateHelp(folder: string, files: readonly string[] = NO_FILES): CodeHelp {
  const { data = NO_NAMES } = useRead('templateData.names', { folder }, { quiet: true })
  return useMemo(() => templateHelp({ ...data, files: [...new Set([...files, ...data.files])] }), [data, files])
}
