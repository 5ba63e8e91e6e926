import { useEffect, useRef, useState } from 'react'
import type { FileMatches } from '#shared/contract/localFile.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'

export interface SearchQuery {
  text: string
  matchCase: boolean
  regex: boolean
  /** Patterns as in an ignore file, separated by commas; '' for all files. */
  only: string
}

export interface Search {
  question: SearchQuery
  ask: (question: SearchQuery) => void
  /** Repeats the search. */
  restart: () => void
  stop: () => void
  files: readonly FileMatches[]
  /** Number of files read, and of all files to read; null while no search runs. */
  progress: { read: number; of: number } | null
  summary: OutputOf<'localFiles.search'> | null
  /** Why the search failed; '' otherwise. */
  problem: string
}

const EMPTY_QUERY: SearchQuery = { text: '', matchCase: false, regex: false, only: '' }
/** Debounce of the search, ms. */
const DEBOUNCE_MS = 300

interface State {
  files: readonly FileMatches[]
  progress: { read: number; of: number } | null
  summary: OutputOf<'localFiles.search'> | null
  problem: string
}
const START: State = { files: [], progress: null, summary: null, problem: '' }

/** A search across the files of a workspace. Results arrive while it runs. A new search stops the one before. */
export function useSearch(id: string): Search {
  const [question, setQuestion] = useState(EMPTY_QUERY)
  const [state, setState] = useState(START)
  const running = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useHostEvent('localFiles.found', ({ search, files, read, of }) => {
    if (search !== running.current) return
    setState((now) => ({ ...now, files: [...now.files, ...files], progress: { read, of } }))
  })
  const stop = (): void => {
    clearTimeout(timer.current)
    if (running.current) void call('localFiles.stopSearch', { search: running.current }).catch(() => undefined)
  }
  const start = (asked: SearchQuery): void => {
    stop()
    const search = crypto.randomUUID()
    running.current = asked.text === '' ? '' : search
    setState(START)
    if (asked.text === '') return
    setState({ ...START, progress: { read: 0, of: 0 } })
    call('localFiles.search', { id, search, ...asked }).then(
      ({ data }) => {
        if (running.current === search) setState((now) => ({ ...now, progress: null, summary: data }))
      },
      (error: unknown) => {
        if (running.current === search) setState({ ...START, problem: toAppError(error).message })
      },
    )
  }
  // Stops the search on unmount.
  useEffect(() => () => stop(), [])
  return {
    ...state,
    question,
    ask(next) {
      setQuestion(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => start(next), DEBOUNCE_MS)
    },
    restart: () => start(question),
    stop,
  }
}
