import { useNavigate } from 'react-router-dom'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

/** Changes to a connection: to its pages when it is signed in, else to signing in. */
export function useUseConnection(): { use: (id: string) => void; using: string | null } {
  const navigate = useNavigate()
  const mayLose = useMayLose('切换连接', '切换')
  const action = useSessionAction('connections.use', {
    onSuccess: ({ data }) => void navigate(data.state === 'signed-in' ? '/' : '/login', { replace: true }),
  })

  const use = async (id: string): Promise<void> => {
    if (await mayLose(unsavedWork.titles())) action.mutate({ id })
  }
  return { use: (id) => void use(id), using: action.isPending ? action.variables.id : null }
}
