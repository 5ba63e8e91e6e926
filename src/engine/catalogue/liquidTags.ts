import type { NamedValue, TagEntry, TagParameter } from './types.ts'

const entry = (
  name: string,
  form: TagEntry['form'],
  title: string,
  text: string,
  example: string,
  more: Partial<Pick<TagEntry, 'parameters' | 'variables'>> = {},
): TagEntry => ({ name, form, of: 'liquid', title, text, parameters: [], variables: [], ...more, example })

const FILE: TagParameter = { name: '文件', kind: 'file', title: '模板中的文件，默认扩展名 .html' }
const LOOP: readonly TagParameter[] = [
  { name: 'limit', kind: 'number', title: '最多项数' },
  { name: 'offset', kind: 'number', title: '跳过的项数', defaultText: '0' },
]
const FORLOOP: NamedValue = { name: 'forloop', kind: 'forloop', title: '循环的当前位置' }

/** Tags of the template language itself. */
export const LIQUID_TAGS: readonly TagEntry[] = [
  entry(
    'if',
    'block',
    '如果',
    '条件成立时显示。空字段视为不成立；还可以用 elsif、else、and、or、contains、==、!=、>、<。',
    '{% if article.source %}来源：{{ article.source }}{% else %}本站{% endif %}',
  ),
  entry('unless', 'block', '除非', '条件不成立时显示。', '{% unless page.isHome %}<a href="/">首页</a>{% endunless %}'),
  entry(
    'case',
    'block',
    '按值选择',
    '按一个值选择内容，用 when 列出各种值，else 表示其他。',
    '{% case column.identifies %}{% when "news" %}新闻{% else %}其他{% endcase %}',
  ),
  entry(
    'for',
    'block',
    '循环',
    '逐项处理列表；{% else %} 之后是列表为空时显示的内容。',
    '{% for child in column.children limit: 5 %}<a href="{{ child.url }}">{{ child.title }}</a>{% endfor %}',
    { parameters: LOOP, variables: [FORLOOP] },
  ),
  entry(
    'tablerow',
    'block',
    '表格循环',
    '逐项处理列表，输出表格的行和单元格。',
    '<table>{% tablerow child in column.children cols: 3 %}{{ child.title }}{% endtablerow %}</table>',
    { parameters: [{ name: 'cols', kind: 'number', title: '每行项数' }, ...LOOP], variables: [FORLOOP] },
  ),
  entry(
    'break',
    'line',
    '结束循环',
    '在循环中使用，不再处理后面的项。',
    '{% for child in column.children %}{% break %}{% endfor %}',
  ),
  entry(
    'continue',
    'line',
    '下一个',
    '在循环中使用，跳到下一项。',
    '{% for child in column.children %}{% continue %}{% endfor %}',
  ),
  entry(
    'cycle',
    'line',
    '轮换',
    '每次输出下一个值，用于隔行换色。',
    '{% nav %}<li class="{% cycle "odd", "even" %}"></li>{% endnav %}',
  ),
  entry('assign', 'line', '赋值', '把值存为变量。', '{% assign name = column.title | upcase %}{{ name }}'),
  entry(
    'capture',
    'block',
    '存为变量',
    '把中间显示的内容存为变量。',
    '{% capture address %}/news/{{ column.code }}{% endcapture %}{{ address }}',
  ),
  entry('increment', 'line', '加一', '输出一个计数并加一，从 0 开始。', '{% increment counter %}'),
  entry('decrement', 'line', '减一', '减一并输出，从 -1 开始。', '{% decrement counter %}'),
  entry('include', 'line', '包含文件', '显示模板的另一个文件，其中可以使用当前的全部变量。', '{% include "header" %}', {
    parameters: [FILE],
  }),
  entry(
    'render',
    'line',
    '包含文件（独立）',
    '显示模板的另一个文件，其中只能使用标签参数中的值。',
    '{% render "card", article: article %}',
    { parameters: [FILE] },
  ),
  entry(
    'layout',
    'line',
    '使用版式',
    '把当前文件的内容放入版式文件的各个 block；写在文件开头。',
    '{% layout "base" %}{% block main %}正文{% endblock %}',
    { parameters: [FILE] },
  ),
  entry('extends', 'line', '使用版式', '与 layout 相同。', '{% extends "base" %}{% block main %}正文{% endblock %}', {
    parameters: [FILE],
  }),
  entry(
    'block',
    'block',
    '版式的一块',
    '版式中可以替换的部分；{{ block.super }} 是版式中原有的内容。',
    '{% block main %}没有替换时显示的内容{% endblock %}',
  ),
  entry('raw', 'block', '原样输出', '中间的标签不处理。', '{% raw %}{{ 原样显示 }}{% endraw %}'),
  entry('comment', 'block', '注释', '中间的内容不显示，也不处理。', '{% comment %}给设计师的说明{% endcomment %}'),
  entry('#', 'line', '一行注释', '不显示，也不处理。', '{% # 给设计师的说明 %}'),
  entry('echo', 'line', '输出', '与 {{ }} 相同，常用在 liquid 标签中。', '{% echo site.title %}'),
  entry(
    'liquid',
    'line',
    '多行标签',
    '一行一个标签，不用写 {% %}。',
    '{% liquid\n  assign name = site.title\n  echo name\n%}',
  ),
]
