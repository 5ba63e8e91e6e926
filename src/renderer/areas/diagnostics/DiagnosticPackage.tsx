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
import { PACKAGE } from './text.ts'
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

/** The diagnostic package: read first, then saved without what one does not want to give away. */
export function DiagnosticPackage() {
  const styles = useStyles()
  const prepare = useWrite('diagnostics.prepare', { success: false, onSuccess: () => setLeftOut(new Set()) })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const gathered = prepare.data?.data
  const gather = (
    <Button
      appearance={gathered ? 'secondary' : 'primary'}
      icon={prepare.isPending ? <Spinner size="tiny" aria-hidden /> : <ArrowSyncRegular />}
      disabled={prepare.isPending}
      onClick={() => prepare.mutate({})}
    >
      {prepare.isPending ? PACKAGE.gathering : gathered ? PACKAGE.again : PACKAGE.gather}
    </Button>
  )
  if (!gathered) return <EmptyState icon={BoxRegular} title={PACKAGE.gather} text={PACKAGE.intro} action={gather} />
  const toggle = (name: string): void =>
    setLeftOut((now) => (now.has(name) ? new Set([...now].filter((each) => each !== name)) : new Set([...now, name])))
  const chosen = gathered.files.filter(({ name }) => !leftOut.has(name))
  return (
    <>
      <Text className={styles.intro}>{PACKAGE.intro}</Text>
      <Toolbar end={<Text className={styles.muted}>{PACKAGE.chosen(chosen.length, sizeOf(chosen))}</Text>}>
        <SaveButton id={gathered.id} files={chosen} />
        {gather}
      </Toolbar>
      <Files key={gathered.id} files={gathered.files} leftOut={leftOut} onToggle={toggle} />
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
      else if (savedAs) toast.success(PACKAGE.saved(savedAs))
    },
  })
  return (
    <Button
      appearance="primary"
      icon={<SaveRegular />}
      disabled={files.length === 0 || save.isPending}
      onClick={() => save.mutate({ id, names: files.map(({ name }) => name) })}
    >
      {PACKAGE.save}
    </Button>
  )
}

/** The files, each with what stands in it. */
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
      <ul className={styles.list} aria-label={PACKAGE.files}>
        {files.map(({ name, title, bytes }) => (
          <li key={name} className={mergeClasses(styles.file, name === open && styles.open)}>
            <Checkbox
              checked={!leftOut.has(name)}
              aria-label={PACKAGE.include(title)}
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
      {shown && <TextLines key={shown.name} label={PACKAGE.content(shown.title)} text={shown.text} />}
    </div>
  )
}
