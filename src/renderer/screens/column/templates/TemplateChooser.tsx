import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { Template } from '#shared/contract/template.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/kit/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/kit/feedback/States.tsx'
import { ChoiceList } from './ChoiceList.tsx'
import { PageFiles } from './PageFiles.tsx'

const useStyles = makeStyles({
  panes: {
    display: 'grid',
    gridTemplateColumns: '240px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalL,
    flex: '1 1 auto',
    minHeight: 0,
  },
  preview: {
    flex: '1 1 auto',
    alignSelf: 'center',
    minWidth: 0,
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
})

interface Props {
  siteId: number
  title: string
  /** The page that is chosen now: its path within the template's folder; may be empty. */
  chosen: string
  onChoose: (path: string) => void
  onClose: () => void
}

/** A·§2 template chooser: one of the site's templates (call 66), then one of its pages (call 40). */
export function TemplateChooser({ siteId, title, chosen, onChoose, onClose }: Props) {
  const templates = useRead('templateSite.ofSite', { id: siteId }, { quiet: true })
  const styles = useStyles()
  const [picked, setPicked] = useState<number | null>(null)
  const [path, setPath] = useState(chosen)
  const list = templates.data ?? []
  const template: Template | undefined = list.find((each) => each.id === picked) ?? list[0]

  const choose = (file: string): void => {
    onChoose(file)
    onClose()
  }
  const footer = (
    <>
      <Text className={styles.preview} aria-live="polite">
        {path === '' || !template ? '还没有选择页面' : `将使用：${template.folder}/${path}`}
      </Text>
      <Button onClick={onClose}>取消</Button>
      <Button appearance="primary" disabledFocusable={path === ''} onClick={() => path !== '' && choose(path)}>
        确定
      </Button>
    </>
  )
  return (
    <PanelDialog title={title} size="medium" onClose={onClose} footer={footer}>
      {templates.error && <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />}
      {templates.isPending && <LoadingState />}
      {templates.data?.length === 0 && (
        <EmptyState title="这个站点还没有模板" text="请先在“站点模板关联”中把一个模板关联到这个站点。" />
      )}
      {template && (
        <div className={styles.panes}>
          <ChoiceList
            label="模板"
            items={list.map(({ id, name, folder }) => ({ key: String(id), title: name, text: folder }))}
            chosen={String(template.id)}
            onChoose={(key) => {
              setPicked(Number(key))
              if (Number(key) !== template.id) setPath('')
            }}
          />
          <PageFiles key={template.id} template={template} chosen={path} onChoose={setPath} onOpen={choose} />
        </div>
      )}
    </PanelDialog>
  )
}
