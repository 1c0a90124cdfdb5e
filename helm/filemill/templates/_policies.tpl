{{/* Name service, for everybody. */}}
{{- define "filemill.dnsRule" -}}
- to:
    {{- include "filemill.peers" .Values.networkPolicy.dns | nindent 4 }}
  ports:
    {{- range .Values.networkPolicy.dnsPorts }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}

{{/* One row of `networkPolicy.peers`: `dict "root" $ "peer" <name>`. A row without addresses allows nothing. */}}
{{- define "filemill.peerRule" -}}
{{- $peer := index .root.Values.networkPolicy.peers .peer | required (printf "networkPolicy.peers has no row %s" .peer) }}
{{- with $peer.to -}}
- to:
    {{- include "filemill.peers" . | nindent 4 }}
  ports:
    {{- range $peer.ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}
{{- end }}
