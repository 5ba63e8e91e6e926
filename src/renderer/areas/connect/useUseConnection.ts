import { useNavigate } from 'react-router-dom'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

/** Changes to a connection: to its pages when it is signed in, else to signing in. */
export function useUseConnection(): { use: (id: string) => void; using: string | null } {
  const navigate = useNavigate()
  const mayLose = useMayLose('切换连接', '切换')
  const action = useSessionAction('connections.use', {
    onSuccess: ({ data }) => void navigate(afterwards(data), { replace: true }),
  })

  const use = async (id: string): Promise<void> => {
    if (await mayLose(unsavedWork.titles())) action.mutate({ id })
  }
  return { use: (id) => void use(id), using: action.isPending ? action.variables.id : null }
}

/** The built-in server signs in by itself, unless it asks for the code of a second factor. */
function afterwards({ state, connection }: SessionStatus): string {
  if (state === 'signed-in') return '/'
  return connection?.kind === 'builtin' ? '/auto-login' : '/login'
}
