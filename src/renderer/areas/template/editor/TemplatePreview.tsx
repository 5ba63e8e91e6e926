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
type Drawn = OutputOf<'templateData.preview'>
type Choice = Required<Pick<Input, 'siteId' | 'address'>>
const USING = '用到此文件的页面'
const OTHERS = '其他页面'
const FIRST: Choice = { siteId: 0, address: '' }

/** What came of the last question; of a failed one the page before stays. */
interface Answer {
  asked: Choice
  drawn: Drawn | null
  error: unknown
}

/** The page as the server draws it, at an address that this program shows. */
async function drawnPage(input: Input): Promise<Drawn> {
  const { data } = await call('templateData.preview', input)
  return { ...data, href: data.href && (await call('preview.open', { address: data.href })).data.href }
}

export interface PreviewProps {
  /** The template's folder. */
  folder: string
  /** The file that is looked at, from the folder down. */
  path: string
  /** Texts that are not saved, by path from the folder down; the same list as long as it is open. */
  files: { path: string; content: string }[]
  /** Goes to a line of a file of the template. */
  onShow: (file: string, line: number) => void
  onClose: () => void
}

/** 预览 of a template file: a page of a site that is made with it, with what is not saved yet, in a frame that runs nothing. */
export function TemplatePreview({ folder, path, files, onShow, onClose }: PreviewProps) {
  const styles = useStyles()
  const [asked, choose] = useState(FIRST)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [width, setWidth] = useState<PreviewWidth>(DESKTOP)
  useEffect(() => {
    let isOver = false
    drawnPage({ folder, path, files, ...asked }).then(
      (drawn) => isOver || setAnswer({ asked, drawn, error: null }),
      (error: unknown) => isOver || setAnswer((before) => ({ asked, drawn: before?.drawn ?? null, error })),
    )
    return () => void (isOver = true)
  }, [folder, path, files, asked])

  const { drawn = null, error = null } = answer ?? {}
  const isBusy = answer?.asked !== asked
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
            包括还没有保存的修改；预览中不运行脚本
          </Text>
        </div>
      )}
      {drawn?.isInstead && (
        <MessageBar className={styles.fixed}>
          <MessageBarBody>没有页面用到这个文件，这里用它代替所选页面的模板。</MessageBarBody>
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
                转到这一行
              </Button>
            </MessageBarActions>
          )}
        </MessageBar>
      )}
      {error !== null && <ErrorState error={error} onRetry={() => choose({ ...asked })} />}
      {error === null && !drawn && <Spinner className={styles.wait} label="正在生成预览" />}
      {error === null && drawn && drawn.href !== '' && (
        <PreviewFrame title="模板预览" href={drawn.href} width={width} sandbox="" />
      )}
    </PanelDialog>
  )
}
