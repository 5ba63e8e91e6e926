import { Button, Checkbox, makeStyles, mergeClasses, Spinner, Text, tokens } from '@fluentui/react-components'
import { ArrowSyncRegular, BoxRegular, SaveRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { PackageFile } from '#shared/contract/diagnostics.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { startDownload } from '#renderer/ui/page/startDownload.ts'
import { TextLines } from '#renderer/ui/viewers/TextLines.tsx'

const useStyles = makeStyles({
  intro: { maxWidth: '960px', lineHeight: tokens.lineHeightBase400 },
  both: {
    display: 'grid',
    gridTemplateColumns: '300px minmax(0, 1fr)',
    flex: '1 1 auto',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
  },
  list: {
    listStyle: 'none',
    margin: 0,
    padding: tokens.spacingHorizontalS,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    overflow: 'auto',
  },
  file: { display: 'flex', alignItems: 'center', borderRadius: tokens.borderRadiusMedium },
  open: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  name: {
    display: 'grid',
    flex: '1 1 auto',
    minWidth: 0,
    justifyContent: 'start',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
  },
  muted: { color: tokens.colorNeutralForeground3 },
})

const INTRO =
  '将程序状态收集为一个 zip 文件，供技术支持使用。账号、站点名称、服务器地址、文件夹、电话和邮箱均替换为代号，不含密码、令牌和内容。保存前请逐个查看，不需要的文件可以取消勾选。'

/** The diagnostic package. Its files can be read and deselected before it is saved. */
export function DiagnosticPackage() {
  const styles = useStyles()
  const prepare = useWrite('diagnostics.prepare', { success: false, onSuccess: () => setExcluded(new Set()) })
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const prepared = prepare.data?.data
  const collectButton = (
    <Button
      appearance={prepared ? 'secondary' : 'primary'}
      icon={prepare.isPending ? <Spinner size="tiny" aria-hidden /> : <ArrowSyncRegular />}
      disabled={prepare.isPending}
      onClick={() => prepare.mutate({})}
    >
      {prepare.isPending ? '正在收集…' : prepared ? '重新收集' : '收集诊断信息'}
    </Button>
  )
  if (!prepared) return <EmptyState icon={BoxRegular} title="收集诊断信息" text={INTRO} action={collectButton} />
  const toggle = (name: string): void =>
    setExcluded((now) => (now.has(name) ? new Set([...now].filter((each) => each !== name)) : new Set([...now, name])))
  const chosen = prepared.files.filter(({ name }) => !excluded.has(name))
  return (
    <>
      <Text className={styles.intro}>{INTRO}</Text>
      <Toolbar end={<Text className={styles.muted}>{`已选 ${chosen.length} 个文件，共 ${sizeOf(chosen)}`}</Text>}>
        <SaveButton id={prepared.id} files={chosen} />
        {collectButton}
      </Toolbar>
      <Files key={prepared.id} files={prepared.files} leftOut={excluded} onToggle={toggle} />
    </>
  )
}

const sizeOf = (files: readonly PackageFile[]): string => formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0))

function SaveButton({ id, files }: { id: string; files: readonly PackageFile[] }) {
  const toast = useToast()
  const save = useWrite('diagnostics.save', {
    success: false,
    onSuccess: ({ data: { href, name, savedAs } }) => {
      if (href) startDownload(href, name)
      else if (savedAs) toast.success(`已保存到 ${savedAs}`)
    },
  })
  return (
    <Button
      appearance="primary"
      icon={<SaveRegular />}
      disabled={files.length === 0 || save.isPending}
      onClick={() => save.mutate({ id, names: files.map(({ name }) => name) })}
    >
      保存诊断包
    </Button>
  )
}

/** The list of files, with the text of the selected one. */
function Files(props: {
  files: readonly PackageFile[]
  leftOut: ReadonlySet<string>
  onToggle: (name: string) => void
}) {
  const { files, leftOut, onToggle } = props
  const styles = useStyles()
  const [open, setOpen] = useState(files[0]?.name ?? '')
  const shown = files.find(({ name }) => name === open)
  return (
    <div className={styles.both}>
      <ul className={styles.list} aria-label="诊断包中的文件">
        {files.map(({ name, title, bytes }) => (
          <li key={name} className={mergeClasses(styles.file, name === open && styles.open)}>
            <Checkbox
              checked={!leftOut.has(name)}
              aria-label={`加入诊断包：${title}`}
              onChange={() => onToggle(name)}
            />
            <Button
              className={styles.name}
              appearance="transparent"
              aria-current={name === open}
              onClick={() => setOpen(name)}
            >
              {title}
              <Text size={200} className={styles.muted}>
                {name} · {formatBytes(bytes)}
              </Text>
            </Button>
          </li>
        ))}
      </ul>
      {shown && <TextLines key={shown.name} label={`${shown.title}的内容`} text={shown.text} />}
    </div>
  )
}
