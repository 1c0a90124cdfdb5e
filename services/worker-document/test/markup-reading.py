"""Prints what parsers other than pandoc find in a markup, as HTML: markup-reading.py KIND FILE."""
import html
import sys


def tex(text):
    from pylatexenc import latexwalker
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import (
        LatexCharsNode, LatexEnvironmentNode, LatexGroupNode, LatexMacroNode, LatexSpecialsNode, LatexWalker)
    from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

    context = latexwalker.get_default_latex_context_db()
    context.add_context_category('links', prepend=True, macros=[
        MacroSpec('href', '{{'), MacroSpec('hypertarget', '{{'), MacroSpec('hyperlink', '{{'), MacroSpec('url', '{'), MacroSpec('label', '{'),
        MacroSpec('tightlist', ''), MacroSpec('def', '*'), MacroSpec('texttt', '{')])
    context.add_context_category('tables', prepend=True, environments=[EnvironmentSpec('longtable', '[{')])
    to_text = LatexNodes2Text(math_mode='verbatim')
    levels = {'section': 1, 'subsection': 2, 'subsubsection': 3, 'paragraph': 4, 'subparagraph': 5}
    lists = {'itemize': 'ul', 'enumerate': 'ol'}
    rules = {'toprule', 'midrule', 'bottomrule', 'hline', 'endhead', 'endfirsthead', 'tightlist', 'label', 'def',
             'setcounter', 'maketitle', 'labelenumi', 'labelenumii', 'centering', 'raggedright', 'noalign'}

    def content(nodes):
        return ''.join(show(node) for node in nodes or [])

    def argument(node, number):
        given = [each for each in node.nodeargd.argnlist if isinstance(each, LatexGroupNode)]
        return content(given[number].nodelist) if number < len(given) else ''

    def items(nodes):
        parts, current = [], None
        for node in nodes:
            if isinstance(node, LatexMacroNode) and node.macroname == 'item':
                current = []
                parts.append(current)
            elif current is not None:
                current.append(node)
        return ''.join('<li>%s</li>' % content(part) for part in parts)

    def table(nodes):
        rows, cells = [], [[]]
        for node in nodes:
            if isinstance(node, LatexSpecialsNode) and node.specials_chars == '&':
                cells.append([])
            elif isinstance(node, LatexMacroNode) and node.macroname == '\\':
                rows.append(cells)
                cells = [[]]
            elif not (isinstance(node, LatexMacroNode) and node.macroname in rules):
                cells[-1].append(node)
        return '<table>%s</table>' % ''.join(
            '<tr>%s</tr>' % ''.join('<td>%s</td>' % content(cell) for cell in row) for row in rows)

    def show(node):
        if isinstance(node, LatexEnvironmentNode):
            if node.environmentname in lists:
                return '<{0}>{1}</{0}>'.format(lists[node.environmentname], items(node.nodelist))
            if node.environmentname in ('longtable', 'tabular'):
                return table(node.nodelist)
            if node.environmentname in ('verbatim', 'Highlighting'):
                return html.escape(node.nodeargd.argnlist[0].chars if node.nodeargd.argnlist else '')
            return content(node.nodelist)
        if isinstance(node, LatexMacroNode):
            name = node.macroname
            if name in levels:
                return '<h{0}>{1}</h{0}>'.format(levels[name], argument(node, 0))
            if name == 'textbf':
                return '<b>%s</b>' % argument(node, 0)
            if name == 'href':
                target = node.nodeargd.argnlist[0].latex_verbatim().strip('{}').replace('\\', '')
                return '<a href="%s">%s</a>' % (html.escape(target), argument(node, 1))
            if name in ('hypertarget', 'hyperlink'):
                return argument(node, 1)
            if name in ('emph', 'textit', 'texttt', 'title', 'author', 'footnote', 'underline'):
                return argument(node, 0)
            if name in rules:
                return ''
            return html.escape(to_text.node_to_text(node))
        if isinstance(node, LatexGroupNode):
            return content(node.nodelist)
        return html.escape(to_text.node_to_text(node))

    nodes, _, _ = LatexWalker(text, latex_context=context, tolerant_parsing=False).get_latex_nodes()
    return content(node for node in nodes
                   if isinstance(node, LatexEnvironmentNode)
                   or isinstance(node, LatexMacroNode) and node.macroname == 'title')


def mediawiki(text):
    import mwparserfromhell
    from mwparserfromhell.nodes import ExternalLink, Heading, HTMLEntity, Tag, Text, Wikilink

    def content(code):
        shown, is_open = [], False
        for node in code.nodes if code else []:
            if isinstance(node, Tag) and node.tag == 'li' and node.self_closing:
                shown.append('</li><li>' if is_open else '<li>')
                is_open = True
                continue
            part = show(node)
            if is_open and isinstance(node, Text) and '\n' in part:
                part = part.replace('\n', '</li>\n', 1)
                is_open = False
            shown.append(part)
        return ''.join(shown)

    def show(node):
        if isinstance(node, Heading):
            return '<h{0}>{1}</h{0}>'.format(node.level, content(node.title))
        if isinstance(node, ExternalLink):
            return '<a href="%s">%s</a>' % (html.escape(str(node.url)), content(node.title))
        if isinstance(node, Wikilink):
            return content(node.text or node.title)
        if isinstance(node, Tag) and node.tag == 'table':
            # The first row needs no mark.
            first, mark, others = content(node.contents).partition('<tr>')
            return '<table><tr>%s</tr>%s%s</table>' % (first, mark, others)
        if isinstance(node, Tag):
            return '<{0}>{1}</{0}>'.format(node.tag, content(node.contents))
        if isinstance(node, HTMLEntity):
            return str(node)
        return html.escape(str(node))

    return content(mwparserfromhell.parse(text))


def textile(text):
    import textile as library
    return library.textile(text)


def zimwiki(text):
    from zim.formats import get_format
    return get_format('wiki').Parser().parse(text).tostring()


def ipynb(text):
    """Only checks the notebook, and prints its texts in the Markdown that it has."""
    import nbformat
    notebook = nbformat.reads(text, 4)
    nbformat.validate(notebook)
    return '\n\n'.join(cell.source for cell in notebook.cells)


with open(sys.argv[2], encoding='utf-8') as file:
    sys.stdout.buffer.write(globals()[sys.argv[1]](file.read()).encode())
