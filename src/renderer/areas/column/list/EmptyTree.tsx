import { TextBulletListTreeRegular } from '@fluentui/react-icons'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'

/** Nothing found, nothing there yet, or nothing granted. */
export function EmptyTree({ text, system }: { text: string; system: boolean }) {
  if (text) return <EmptyState title="没有找到栏目" text={`没有名称包含“${text}”的栏目，换一个词试试。`} />
  return (
    <EmptyState
      icon={TextBulletListTreeRegular}
      title="还没有栏目"
      text={
        system
          ? '您的用户组没有系统栏目的权限，需要时请联系管理员。'
          : '点“新增”建立这个站点的第一个栏目。已经有栏目却看不到时，请联系管理员授权。'
      }
    />
  )
}
