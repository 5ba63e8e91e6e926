import { useNavigate } from 'react-router-dom'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'
import { unsavedWork } from '#renderer/kit/unsaved.ts'

/** Changes to a connection: to its pages when it is signed in, else to signing in. */
export function useUseConnection(): { use: (id: string) => void; using: string | null } {
  const navigate = useNavigate()
  const confirm = useConfirm()
  const action = useSessionAction('connections.use', {
    onSuccess: ({ data }) => void navigate(data.state === 'signed-in' ? '/' : '/login', { replace: true }),
  })

  const use = async (id: string): Promise<void> => {
    const titles = unsavedWork.titles()
    const text = `以下内容还没有保存，切换连接后会丢失：\n${titles.join('\n')}`
    const sure =
      titles.length === 0 || (await confirm({ title: '有未保存的内容', text, confirmText: '切换', danger: true }))
    if (sure) action.mutate({ id })
  }
  return { use: (id) => void use(id), using: action.isPending ? action.variables.id : null }
}
