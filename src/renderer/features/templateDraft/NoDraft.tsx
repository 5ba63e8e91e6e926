import { Button, Spinner } from '@fluentui/react-components'
import { DraftsRegular } from '@fluentui/react-icons'
import { useWrite } from '#renderer/data/useWrite.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DRAFT } from './text.ts'

/** What a draft is, and the way to one. */
export function NoDraft({ templateId }: { templateId: number }) {
  const create = useWrite('templateDraft.create')
  return (
    <EmptyState
      icon={DraftsRegular}
      title={DRAFT.noneTitle}
      text={DRAFT.noneText}
      action={
        <Button
          appearance="primary"
          disabledFocusable={create.isPending}
          icon={create.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
          onClick={() => create.mutate({ id: templateId })}
        >
          建立草稿
        </Button>
      }
    />
  )
}
