import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import type { InputOf, OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import { DESKTOP, PreviewFrame, type PreviewWidth, WidthPicker } from '#renderer/ui/viewers/PreviewFrame.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, flexShrink: 0 },
  note: { marginInlineStart: 'auto', color: tokens.colorNeutralForeground3 },
  fixed: { flexShrink: 0 },
  wait: { flex: '1 1 auto' },
})

type Input = InputOf<'templateData.preview'>
type RenderedPage = OutputOf<'templateData.preview'>
type Choice = Required<Pick<Input, 'siteId' | 'address'>>
const USING = '使用此文件的页面'
const OTHERS = '其他页面'
const INITIAL_CHOICE: Choice = { siteId: 0, address: '' }

/** The result of the last request. After a failure, `drawn` is still the page before. */
interface Answer {
  asked: Choice
  drawn: RenderedPage | null
  error: unknown
}

/** Renders the page on the server, and opens an address at which this program can show it. */
async function renderPage(input: Input): Promise<RenderedPage> {
  const { data } = await call('templateData.preview', input)
  return { ...data, href: data.href && (await call('preview.open', { address: data.href })).data.href }
}

export interface PreviewProps {
  /** The template's folder. */
  folder: string
  /** Path of the previewed file, relative to the folder. */
  path: string
  /** Unsaved texts, with paths relative to the folder. Must be the same list while the preview is open. */
  files: { path: string; content: string }[]
  /** Goes to a line of a file of the template. */
  onShow: (file: string, line: number) => void
  onClose: () => void
}

/** 预览 of a template file: a page of a site that uses it, with unsaved texts, in a frame without scripts. */
export function TemplatePreview({ folder, path, files, onShow, onClose }: PreviewProps) {
  const styles = useStyles()
  const [choice, choose] = useState(INITIAL_CHOICE)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [width, setWidth] = useState<PreviewWidth>(DESKTOP)
  useEffect(() => {
    let isCancelled = false
    renderPage({ folder, path, files, ...choice }).then(
      (drawn) => isCancelled || setAnswer({ asked: choice, drawn, error: null }),
      (error: unknown) =>
        isCancelled || setAnswer((before) => ({ asked: choice, drawn: before?.drawn ?? null, error })),
    )
    return () => void (isCancelled = true)
  }, [folder, path, files, choice])

  const { drawn = null, error = null } = answer ?? {}
  const isBusy = answer?.asked !== choice
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isUsed = drawn?.pages.some(({ uses }) => uses) ?? false
  const { problem = null } = drawn ?? {}
  return (
    <PanelDialog title={`预览：${name}`} size="full" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {drawn && (
        <div className={styles.bar}>
          <TruncatedSelect
            label="预览的页面"
            items={drawn.pages
              .map(({ title, uses }, id) => ({ id, title, ...(isUsed && { group: uses ? USING : OTHERS }) }))
              .toSorted((one, other) => Number(other.group === USING) - Number(one.group === USING))}
            value={drawn.pages.findIndex(({ address }) => address === drawn.address)}
            placeholder="没有可以预览的页面"
            onChange={(at) => choose({ siteId: drawn.siteId, address: drawn.pages[at]?.address ?? '' })}
          />
          <TruncatedSelect
            label="数据来自站点"
            items={drawn.sites.map(({ id, title, isBound }) => ({
              id,
              title: isBound ? title : `${title}（未使用此模板）`,
            }))}
            value={drawn.siteId}
            onChange={(siteId) => choose({ siteId, address: '' })}
          />
          <WidthPicker width={width} onChange={setWidth} />
          {isBusy && <Spinner size="tiny" aria-label="正在生成预览" />}
          <Text size={200} className={styles.note}>
            包括未保存的修改；预览中不运行脚本
          </Text>
        </div>
      )}
      {drawn?.isInstead && (
        <MessageBar className={styles.fixed}>
          <MessageBarBody>没有页面使用此文件，预览时用此文件代替所选页面的模板</MessageBarBody>
        </MessageBar>
      )}
      {problem && (
        <MessageBar intent="error" layout="multiline" className={styles.fixed}>
          <MessageBarBody>
            {problem.file !== '' && `${problem.file}${problem.line > 0 ? ` 第 ${problem.line} 行` : ''}：`}
            {problem.message}
          </MessageBarBody>
          {problem.file !== '' && (
            <MessageBarActions>
              <Button size="small" onClick={() => onShow(problem.file, problem.line)}>
                转到此行
              </Button>
            </MessageBarActions>
          )}
        </MessageBar>
      )}
      {error !== null && <ErrorState error={error} onRetry={() => choose({ ...choice })} />}
      {error === null && !drawn && <Spinner className={styles.wait} label="正在生成预览" />}
      {error === null && drawn && drawn.href !== '' && (
        <PreviewFrame title="模板预览" href={drawn.href} width={width} sandbox="" />
      )}
    </PanelDialog>
  )
}
