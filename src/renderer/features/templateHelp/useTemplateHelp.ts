import { useEffect, useRef, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import type { CodeHelp } from '#renderer/features/codeEditor/types.ts'
import { templateHelp } from './help.ts'
import type { Names } from './scope.ts'

const NO_FILES: readonly string[] = []

/**
 * Completion and hover of template tags for the files of a template's folder.
 * @param files paths that are known here, which the server may not have yet
 */
export function useTemplateHelp(folder: string, files: readonly string[] = NO_FILES): CodeHelp {
  const { data } = useRead('templateData.names', { folder }, { quiet: true })
  const names = useRef<Names>(null)
  useEffect(() => {
    const own = data ?? (files.length > 0 ? { files: [], columns: [], fields: [] } : null)
    names.current = own && { ...own, files: [...new Set([...files, ...own.files])] }
  }, [data, files])
  const [help] = useState(() => templateHelp(() => names.current))
  return help
}
