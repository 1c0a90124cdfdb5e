"""Makes a film of the pages of a PDF: main.py <pdf> <film> <codec> <milliseconds of a page>.

Each page is fitted into the size of the first one. LibreOffice has written the PDF.
Standard output: `refused <reason> [text]`.
"""
import glob
import os
import struct
import subprocess
import sys

LONGEST_PX = 1920
MAX_PAGES = 300
# A still picture needs no more; players seek to each of them. Pictures that are shown more briefly have a frame each.
FPS = 10
# x264 and libvpx in their settings for stills: ffmpeg's manual, "libx264" and "libvpx".
CODECS = {
    'h264': ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'stillimage', '-crf', '20', '-pix_fmt', 'yuv420p',
             '-movflags', '+faststart', '-f', 'mp4'],
    'vp9': ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '6', '-crf', '30', '-b:v', '0',
            '-pix_fmt', 'yuv420p', '-f', 'webm'],
}


def run(*arguments):
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True)
    print(done.stderr.decode('utf-8', 'replace'), file=sys.stderr)
    if done.returncode != 0:
        raise RuntimeError(f'{arguments[0]} ended with {done.returncode}')
    return done.stdout.decode('utf-8', 'replace')


def pages_of(source):
    """The number of pages, as pdfinfo finds it."""
    lines = run('/usr/bin/pdfinfo', source).splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith('Pages:')))


def size_of(picture):
    """Of a PNG, in even numbers: colours have half the resolution."""
    with open(picture, 'rb') as file:
        width, height = struct.unpack('>II', file.read(24)[16:24])
    return width // 2 * 2, height // 2 * 2


def main(source, target, codec, milliseconds):
    if pages_of(source) > MAX_PAGES:
        print(f'refused large A film is made of {MAX_PAGES} slides at most.')
        return
    run('/usr/bin/pdftoppm', '-png', '-scale-to', str(LONGEST_PX), source, '/job/out/slide')
    pictures = sorted(glob.glob('/job/out/slide-*.png'))
    for index, picture in enumerate(pictures):
        os.rename(picture, f'/job/out/film-{index:04}.png')
    width, height = size_of('/job/out/film-0000.png')
    fitted = (f'scale={width}:{height}:force_original_aspect_ratio=decrease,'
              f'pad={width}:{height}:(ow-iw)/2:(oh-ih)/2:white,setsar=1,fps={max(FPS * int(milliseconds), 1000)}/{milliseconds}')
    run('/usr/bin/ffmpeg', '-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-f', 'image2',
        '-framerate', f'1000/{milliseconds}', '-i', '/job/out/film-%04d.png', '-vf', fitted, '-an', '-threads', '2',
        *CODECS[codec], target)


main(*sys.argv[1:])
