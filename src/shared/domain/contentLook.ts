/** Fonts of rich text that names none: the same while it is edited, read and previewed. */
export const CONTENT_FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
/** Of what is written as code. */
export const CONTENT_CODE_FONT = 'Consolas, Menlo, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace'
