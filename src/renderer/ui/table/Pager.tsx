import { Button, Input, makeStyles, Select, Text, tokens } from '@fluentui/react-components'
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { usePrinting } from '../page/printing.ts'
import { pageLinks } from './pages.ts'
import type { Paging } from './usePaging.ts'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  links: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXXS,
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  link: { minWidth: '32px', paddingInline: tokens.spacingHorizontalXS },
  jump: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  jumpInput: { width: '56px' },
  gap: { minWidth: '24px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
})

interface Props {
  paging: Paging
  /** totalElements of the response. */
  total: number
  /** Whether there are more than the total, which were not counted. */
  atLeast?: boolean | undefined
  /** Number of the newest rows that were searched, if not all. */
  looked?: number | undefined
  sizes?: readonly number[]
  /** false while the total belongs to another page or search. */
  settled?: boolean
}

const SIZES = [10, 20, 50, 100, 1000]

const MORE = '符合条件的内容过多，仅列出排在前面的部分，请更换搜索词或添加条件'

const OLDER = '更早的内容未查找，请更换搜索词或添加条件'

function Total({ total, atLeast, looked }: Pick<Props, 'total' | 'atLeast' | 'looked'>) {
  if (atLeast) return <Text title={MORE}>超过 {total} 条</Text>
  if (looked === undefined) return <Text>共 {total} 条</Text>
  return (
    <Text title={OLDER}>
      在最新的 {looked} 条中找到 {total} 条
    </Text>
  )
}

/** A·§9: total, sizes, previous, pages, next, jumper. */
export function Pager({ paging, total, atLeast = false, looked, sizes = SIZES, settled = total > 0 }: Props) {
  const styles = useStyles()
  const printing = usePrinting()
  const { page, size } = paging.input
  const { setPage } = paging
  const pages = Math.max(1, Math.ceil(total / size))
  const options = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b)

  // Deleting the last rows of the last page leaves it empty: go back to one that has rows.
  useEffect(() => {
    if (settled && page > pages) setPage(pages, 'replace')
  }, [settled, page, pages, setPage])

  if (printing) {
    return (
      <div className={styles.root}>
        <Total total={total} atLeast={atLeast} looked={looked} />
        <Text>
          第 {page} / {pages} 页
        </Text>
      </div>
    )
  }
  return (
    <nav className={styles.root} aria-label="分页">
      <Total total={total} atLeast={atLeast} looked={looked} />
      <Select value={String(size)} aria-label="每页条数" onChange={(_e, data) => paging.setSize(Number(data.value))}>
        {options.map((each) => (
          <option key={each} value={each}>
            {each} 条/页
          </option>
        ))}
      </Select>
      <ul className={styles.links}>
        <li>
          <Button
            appearance="subtle"
            icon={<ChevronLeftRegular />}
            aria-label="上一页"
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          />
        </li>
        {pageLinks(page, pages).map((link) => (
          <li key={link}>
            {typeof link === 'number' ? (
              <Button
                className={styles.link}
                appearance={link === page ? 'primary' : 'subtle'}
                aria-label={`第 ${link} 页`}
                aria-current={link === page ? 'page' : undefined}
                onClick={() => setPage(link)}
              >
                {link}
              </Button>
            ) : (
              <div className={styles.gap}>…</div>
            )}
          </li>
        ))}
        <li>
          <Button
            appearance="subtle"
            icon={<ChevronRightRegular />}
            aria-label="下一页"
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          />
        </li>
      </ul>
      <Jumper pages={pages} onJump={setPage} />
    </nav>
  )
}

function Jumper({ pages, onJump }: { pages: number; onJump: (page: number) => void }) {
  const styles = useStyles()
  const [typed, setTyped] = useState('')
  const jump = (): void => {
    const target = Math.round(Number(typed))
    if (typed.trim() && Number.isFinite(target)) onJump(Math.min(Math.max(target, 1), pages))
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') jump()
  }
  return (
    <label className={styles.jump}>
      前往
      <Input
        className={styles.jumpInput}
        aria-label="前往第几页"
        inputMode="numeric"
        value={typed}
        onChange={(_e, data) => setTyped(data.value)}
        onKeyDown={onKeyDown}
        onBlur={jump}
      />
      页
    </label>
  )
}
