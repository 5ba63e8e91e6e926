import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import {
  CREDENTIAL_NAMES,
  type CredentialName,
  credentialProblem,
  type Credentials,
} from '#shared/domain/credentials.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

type Problems = Partial<Record<CredentialName, string>>

/** Empties and focuses a field. */
type ClearField = (name: CredentialName) => void

export interface CredentialsForm {
  values: Credentials
  /** Messages below the fields. */
  problems: Problems
  inputs: Readonly<Record<CredentialName, RefObject<HTMLInputElement | null>>>
  busy: boolean
  type: (name: CredentialName, value: string) => void
  submit: (event: SyntheticEvent) => void
}

const trimCredentials = (values: Credentials): Credentials => ({
  username: values.username.trim(),
  password: values.password.trim(),
  imageCodeValue: values.imageCodeValue.trim(),
})

function validate(values: Credentials): Problems {
  const found = CREDENTIAL_NAMES.map((name) => [name, credentialProblem(name, values[name].trim())] as const)
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}

/**
 * The values and validation of the sign-in form, with the behaviour of `useSaveForm` (A·§4, A·§5): one call at a time, the
 * first problem as a toast with focus, and validation while typing after the first submit. Written by hand, so that the first
 * page loads neither the form library nor the schema library.
 */
export function useCredentials(
  username: string,
  send: (values: Credentials, askAgain: ClearField) => Promise<unknown>,
): CredentialsForm {
  const toast = useToast()
  const { busy, run } = useSaveLock(0)
  const [values, setValues] = useState<Credentials>({ username, password: '', imageCodeValue: '' })
  const [problems, setProblems] = useState<Problems>({})
  const wasSubmitted = useRef(false)
  const inputs: CredentialsForm['inputs'] = {
    username: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    imageCodeValue: useRef<HTMLInputElement>(null),
  }

  const setValue = (name: CredentialName, value: string): void => setValues((before) => ({ ...before, [name]: value }))
  const type = (name: CredentialName, value: string): void => {
    setValue(name, value)
    if (!wasSubmitted.current) return
    const problem = credentialProblem(name, value.trim())
    setProblems(({ [name]: _before, ...others }) => (problem === null ? others : { ...others, [name]: problem }))
  }
  const showIssues = (error: unknown): void => {
    const issues = toAppError(error).details.issues ?? []
    const known = CREDENTIAL_NAMES.flatMap((name) => issues.find(({ field }) => field === name) ?? [])
    if (known.length === 0) return
    setProblems(Object.fromEntries(known.map(({ field, message }) => [field, message])))
    inputs[known[0]?.field as CredentialName].current?.focus()
  }
  const askAgain: ClearField = (name) => {
    setValue(name, '')
    inputs[name].current?.focus()
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    wasSubmitted.current = true
    const found = validate(values)
    setProblems(found)
    const first = CREDENTIAL_NAMES.find((name) => found[name] !== undefined)
    if (first) {
      toast.error(found[first] ?? '')
      inputs[first].current?.focus()
      return
    }
    // `send` shows other errors of its call.
    void run(() => send(trimCredentials(values), askAgain).catch(showIssues))
  }
  return { values, problems, inputs, busy, type, submit }
}
