import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { Template } from '#shared/contract/template.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ChoiceList } from './ChoiceList.tsx'

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
  /** Path of the current page within the template's folder; may be empty. */
  chosen: string
  onChoose: (path: string) => void
  onClose: () => void
}

/** Chooses a template of the site (call 66), then one of its pages (call 40) (A·§2). */
export function TemplateChooser({ siteId, title, chosen, onChoose, onClose }: Props) {
  const templates = useRead('templateSite.ofSite', { id: siteId }, { quiet: true })
  const styles = useStyles()
  const [pickedTemplateId, setPickedTemplateId] = useState<number | null>(null)
  const [path, setPath] = useState(chosen)
  const list = templates.data ?? []
  const template: Template | undefined = list.find((each) => each.id === pickedTemplateId) ?? list[0]

  const pages = useRead(
    'templateFile.templateList',
    { templateId: template?.id ?? 0 },
    { quiet: true, enabled: template !== undefined },
  )
  const isMissing =
    path !== '' && pages.data !== undefined && !pages.data.some((page) => removeFolder(page.path) === path)
  const hasNoPage = path === '' || isMissing
  const statusText = (): string => {
    if (path === '' || !template) return '尚未选择页面'
    return isMissing ? `“${template.name}”中没有 ${path}，请选择其他页面` : `将使用：${template.folder}/${path}`
  }

  const choose = (file: string): void => {
    onChoose(file)
    onClose()
  }
  const footer = (
    <>
      <Text className={styles.preview} aria-live="polite">
        {statusText()}
      </Text>
      <Button onClick={onClose}>取消</Button>
      <Button appearance="primary" disabledFocusable={hasNoPage} onClick={() => !hasNoPage && choose(path)}>
        确定
      </Button>
    </>
  )
  return (
    <PanelDialog title={title} size="medium" onClose={onClose} footer={footer}>
      {templates.error && <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />}
      {templates.isPending && <LoadingState />}
      {templates.data?.length === 0 && (
        <EmptyState title="该站点还没有模板" text="请先在“站点模板关联”中为该站点关联模板。" />
      )}
      {template && (
        <div className={styles.panes}>
          <ChoiceList
            label="模板"
            items={list.map(({ id, name, folder }) => ({ key: String(id), title: name, text: folder }))}
            chosen={String(template.id)}
            onChoose={(key) => {
              setPickedTemplateId(Number(key))
              if (Number(key) !== template.id) setPath('')
            }}
          />
          <PageFiles key={template.id} template={template} chosen={path} onChoose={setPath} onOpen={choose} />
        </div>
      )}
    </PanelDialog>
  )
}

const usePageFilesStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0 },
  list: { flex: '1 1 auto' },
})

/** Columns store page paths without the template's folder, so that a site can change its template. */
const removeFolder = (path: string): string => path.replace(/^\/?[^/]*\//, '')

interface PageFilesProps {
  template: Template
  chosen: string
  onChoose: (path: string) => void
  onOpen: (path: string) => void
}

/** The searchable html files of a template. */
function PageFiles({ template, chosen, onChoose, onOpen }: PageFilesProps) {
  const styles = usePageFilesStyles()
  const read = useRead('templateFile.templateList', { templateId: template.id }, { quiet: true })
  const [query, setQuery] = useState('')
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <LoadingState />
  const pages = read.data.map(({ path, updateTime }) => ({
    key: removeFolder(path),
    title: removeFolder(path),
    text: updateTime,
  }))
  const matches = pages.filter((page) => page.title.toLowerCase().includes(query.toLowerCase()))
  if (pages.length === 0)
    return <EmptyState title="该模板还没有页面" text="请先在“模板列表”的“文件管理”中上传或新建 html 文件。" />
  return (
    <div className={styles.root}>
      <SearchBox value={query} onSearch={setQuery} placeholder="搜索页面" wide />
      {matches.length === 0 ? (
        <EmptyState title="没有找到页面" text={`没有路径包含“${query}”的页面，请更换关键词。`} />
      ) : (
        <ChoiceList
          label="页面"
          className={styles.list}
          items={matches}
          chosen={chosen}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      )}
    </div>
  )
}
